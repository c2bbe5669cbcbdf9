import { addBoneKey, addPropertyKey, createVmd, type Vmd } from '@odori/format';
import type { Motion } from '../motion/motion.js';
import { findTrack } from '../motion/names.js';
import { sampleBonePhysics } from '../motion/sample-bone.js';
import { namesEachSwitch, toVmd } from '../motion/to-vmd.js';
import type { RigDefinition } from '../rig/rig-definition.js';
import { flipPositions, flipRotations } from '../space.js';
import type { BakedBone } from './reduce-samples.js';

/** Makes the document of a baked motion: baked keyframes replace those of some bones, and all IK is off. */
export function bakedVmd(
  motion: Motion,
  definition: RigDefinition,
  bones: readonly BakedBone[],
  modelName: string,
): Vmd {
  const replaced = new Set(
    bones.map(({ bone }) => findTrack(motion.bones, definition.boneNames[bone])?.name),
  );
  const vmd = toVmd(motion, { modelName });
  const others = withoutBones(vmd, replaced);
  for (const baked of bones) addBone(others, baked, motion, definition);
  return withIkOff(others, definition.ikNames);
}

function withoutBones(vmd: Vmd, names: ReadonlySet<string | undefined>): Vmd {
  const { bones } = vmd;
  const kept = Array.from({ length: bones.count }, (_, key) => key).filter(
    (key) => !names.has(bones.names[bones.nameIndex[key]].text),
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

function addBone(vmd: Vmd, { bone, keys }: BakedBone, motion: Motion, definition: RigDefinition): void {
  const name = definition.boneNames[bone];
  const track = findTrack(motion.bones, name);
  for (const { frame, values } of keys) {
    const position = Float64Array.from(values.subarray(0, 3));
    const rotation = Float64Array.from(values.subarray(3));
    flipPositions(position);
    flipRotations(rotation);
    const [x, y, z] = position;
    const [qx, qy, qz, qw] = rotation;
    const physics = track ? sampleBonePhysics(track, frame) !== 0 : true;
    addBoneKey(vmd, { name, frame, position: [x, y, z], rotation: [qx, qy, qz, qw], physics });
  }
}

/** Switches all IK off. Visibility stays as it is. */
function withIkOff(vmd: Vmd, ikNames: readonly string[]): Vmd {
  const { count, frames, visible, names } = vmd.properties;
  const ik = [...new Set([...ikNames, ...names.map(({ text }) => text)])].map((name) => ({
    name,
    enabled: false,
  }));
  const properties = createVmd();
  const hasStart = count > 0 && frames[0] === 0;
  if (!hasStart) addPropertyKey(properties, { frame: 0, ik });
  const later = namesEachSwitch(count, ik.length) ? ik : [];
  for (let key = 0; key < count; key++) {
    const switches = hasStart && key === 0 ? ik : later;
    addPropertyKey(properties, { frame: frames[key], visible: visible[key] !== 0, ik: switches });
  }
  return { ...vmd, properties: properties.properties };
}
