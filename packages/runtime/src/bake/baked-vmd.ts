import { addBoneKey, addPropertyKey, createVmd, type Vmd } from '@odori/format';
import { findIkSwitches, findTrack } from '../motion/names.js';
import { namesEachSwitch, toVmd } from '../motion/to-vmd.js';
import { flipPositions, flipRotations } from '../space.js';
import { physicsOf } from './physics-of.js';
import type { PoseSource } from './pose-source.js';
import type { BakedBone } from './reduce-samples.js';

/** Makes the document of a baked motion: baked keyframes replace those of some bones, and the IK of their links is off. */
export function bakedVmd(source: PoseSource, bones: readonly BakedBone[], modelName: string): Vmd {
  const { motion, rig, iksOff } = source;
  const { boneNames, ikNames } = rig.definition;
  const replaced = new Map(bones.map(({ bone }) => [findTrack(motion.bones, boneNames[bone])?.name, bone]));
  const vmd = toVmd(motion, { modelName });
  const others = withoutKeys(vmd, (name, frame) => {
    const bone = replaced.get(name);
    return bone === undefined || (source.keepsKeys?.(bone, frame) ?? false);
  });
  const hasPhysics = physicsOf(source);
  for (const baked of bones) addBone(others, baked, boneNames[baked.bone], hasPhysics);
  return iksOff?.size === 0 ? others : withIkOff(others, ikNames, iksOff);
}

/** Leaves out bone keyframes. */
function withoutKeys(vmd: Vmd, isKept: (name: string, frame: number) => boolean): Vmd {
  const { bones } = vmd;
  const kept = Array.from({ length: bones.count }, (_, key) => key).filter((key) =>
    isKept(bones.names[bones.nameIndex[key]].text, bones.frames[key]),
  );
  const pick = <T extends Float32Array | Uint32Array | Uint8Array>(column: T, perKey: number): T => {
    const picked = column.slice(0, perKey * kept.length) as T;
    kept.forEach((key, i) => picked.set(column.subarray(perKey * key, perKey * (key + 1)), perKey * i));
    return picked;
  };
  return {
    ...vmd,
    bones: {
      count: kept.length,
      names: bones.names,
      nameIndex: pick(bones.nameIndex, 1),
      frames: pick(bones.frames, 1),
      positions: pick(bones.positions, 3),
      rotations: pick(bones.rotations, 4),
      curves: pick(bones.curves, 16),
      physics: pick(bones.physics, 1),
    },
  };
}

function addBone(
  vmd: Vmd,
  { bone, keys }: BakedBone,
  name: string,
  hasPhysics: (bone: number, frame: number) => boolean,
): void {
  for (const { frame, values } of keys) {
    const position = Float64Array.from(values.subarray(0, 3));
    const rotation = Float64Array.from(values.subarray(3));
    flipPositions(position);
    flipRotations(rotation);
    const [x, y, z] = position;
    const [qx, qy, qz, qw] = rotation;
    const physics = hasPhysics(bone, frame);
    addBoneKey(vmd, { name, frame, position: [x, y, z], rotation: [qx, qy, qz, qw], physics });
  }
}

/** Switches IK off, without `chosen` all of it. Visibility and the switches of other IK stay as they are. */
function withIkOff(vmd: Vmd, ikNames: readonly string[], chosen: ReadonlySet<string> | undefined): Vmd {
  const { count, frames, visible, names, ikStarts, ikNameIndex, ikEnabled } = vmd.properties;
  const switched = names.map(({ text }) => text);
  const boneOf = new Map(findIkSwitches(switched, ikNames).map((name, ik) => [switched[name], ikNames[ik]]));
  const isOff = (name: string): boolean => chosen?.has(boneOf.get(name) ?? name) ?? true;
  const ik = [...new Set([...ikNames, ...switched])].filter(isOff).map((name) => ({ name, enabled: false }));
  const properties = createVmd();
  const hasStart = count > 0 && frames[0] === 0;
  if (!hasStart) addPropertyKey(properties, { frame: 0, ik });
  const later = namesEachSwitch(count, ik.length) ? ik : [];
  for (let key = 0; key < count; key++) {
    const switches = hasStart && key === 0 ? [...ik] : [...later];
    for (let i = ikStarts[key]; i < ikStarts[key + 1]; i++) {
      const name = names[ikNameIndex[i]].text;
      if (!isOff(name)) switches.push({ name, enabled: ikEnabled[i] !== 0 });
    }
    addPropertyKey(properties, { frame: frames[key], visible: visible[key] !== 0, ik: switches });
  }
  return { ...vmd, properties: properties.properties };
}
