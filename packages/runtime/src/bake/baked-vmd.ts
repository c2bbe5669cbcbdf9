import { createVmd, LINEAR_CURVE, type Vmd } from '@odori/format';
import { addPropertyKey, encodeName, internName } from '@odori/format/internal';
import { matchSwitches } from '../motion/match-tracks.js';
import { ModelNames } from '../motion/model-names.js';
import { namesEachSwitch, toVmd } from '../motion/to-vmd.js';
import { flipPositions, flipRotations } from '../space.js';
import type { BakedBone } from './baked-keys.js';
import { physicsOf, type PoseSource } from './pose-source.js';

/**
 * The document of a motion with the IK off whose links get baked keyframes, and without the keyframes that
 * these replace.
 */
export function keptVmd(source: PoseSource, bones: readonly number[], modelName: string): Vmd {
  const { motion, rig, iksOff } = source;
  const { boneNames, ikNames } = rig.definition;
  const all = toVmd(motion, { modelName });
  const replaced = new Set(bones);
  const model = ModelNames.of(boneNames);
  const boneOf = all.bones.names.map((name) => {
    const { targets } = model.find(name, 'help');
    return targets.length === 1 && replaced.has(targets[0]) ? targets[0] : undefined;
  });
  const kept = withoutKeys(all, (name, frame) => {
    const bone = boneOf[name];
    return bone === undefined || (source.keepsKeys?.(bone, frame) ?? false);
  });
  return iksOff?.size === 0 ? kept : withIkOff(kept, ikNames, iksOff);
}

/** A document of {@link keptVmd} with the baked keyframes. O(keys). */
export function bakedVmd(source: PoseSource, kept: Vmd, baked: readonly BakedBone[]): Vmd {
  const { boneNames } = source.rig.definition;
  const hasPhysics = physicsOf(source);
  const count = baked.reduce((sum, { frames }) => sum + frames.length, kept.bones.count);
  const names = [...kept.bones.names];
  const bones = { count, names, ...longer(kept.bones, count) };
  let next = kept.bones.count;
  for (const { bone, frames, values } of baked) {
    const nameIndex = internName(names, encodeName(boneNames[bone]));
    frames.forEach((frame, key) => {
      bones.nameIndex[next] = nameIndex;
      bones.frames[next] = frame;
      for (let k = 0; k < 3; k++) bones.positions[3 * next + k] = values[7 * key + k];
      for (let k = 0; k < 4; k++) bones.rotations[4 * next + k] = values[7 * key + 3 + k];
      bones.curves.set(LINEAR_CURVES, 16 * next);
      bones.physics[next] = hasPhysics(bone, frame) ? 1 : 0;
      next++;
    });
  }
  flipPositions(bones.positions.subarray(3 * kept.bones.count));
  flipRotations(bones.rotations.subarray(4 * kept.bones.count));
  return { ...kept, bones };
}

const LINEAR_CURVES = /* @__PURE__ */ Uint8Array.from({ length: 16 }, (_, i) => LINEAR_CURVE[i % 4]);

/** Leaves out bone keyframes. */
function withoutKeys(vmd: Vmd, isKept: (name: number, frame: number) => boolean): Vmd {
  const { bones } = vmd;
  const kept = Array.from({ length: bones.count }, (_, key) => key).filter((key) =>
    isKept(bones.nameIndex[key], bones.frames[key]),
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

/** The columns of bone keyframes, with room for more at the end. */
function longer(bones: Vmd['bones'], count: number): Omit<Vmd['bones'], 'count' | 'names'> {
  const grown = <T extends Float32Array | Uint32Array | Uint8Array>(column: T, perKey: number): T => {
    const result = new (column.constructor as new (length: number) => T)(perKey * count);
    result.set(column.subarray(0, perKey * bones.count));
    return result;
  };
  return {
    nameIndex: grown(bones.nameIndex, 1),
    frames: grown(bones.frames, 1),
    positions: grown(bones.positions, 3),
    rotations: grown(bones.rotations, 4),
    curves: grown(bones.curves, 16),
    physics: grown(bones.physics, 1),
  };
}

/** Switches IK off, without `chosen` all of it. Visibility and the switches of other IK stay as they are. */
function withIkOff(vmd: Vmd, ikNames: readonly string[], chosen: ReadonlySet<string> | undefined): Vmd {
  const { count, frames, visible, names, ikStarts, ikNameIndex, ikEnabled } = vmd.properties;
  const texts = names.map(({ text }) => text);
  const { switches } = matchSwitches({ ikNames: texts, ikFields: names }, ikNames);
  const boneOf = new Map(switches.map((name, ik) => [name, ikNames[ik]]));
  const isOff = (name: number): boolean => chosen?.has(boneOf.get(name) ?? texts[name]) ?? true;
  const named = new Set(texts);
  const unnamed = ikNames.filter((name) => !named.has(name) && chosen?.has(name) !== false);
  const ik = [...unnamed, ...names.filter((_, name) => isOff(name))].map((name) => ({
    name,
    enabled: false,
  }));
  const properties = createVmd();
  const hasStart = count > 0 && frames[0] === 0;
  if (!hasStart) addPropertyKey(properties, { frame: 0, ik });
  const later = namesEachSwitch(count, ik.length) ? ik : [];
  for (let key = 0; key < count; key++) {
    const all = hasStart && key === 0 ? [...ik] : [...later];
    for (let i = ikStarts[key]; i < ikStarts[key + 1]; i++) {
      const name = ikNameIndex[i];
      if (!isOff(name)) all.push({ name: names[name], enabled: ikEnabled[i] !== 0 });
    }
    addPropertyKey(properties, { frame: frames[key], visible: visible[key] !== 0, ik: all });
  }
  return { ...vmd, properties: properties.properties };
}
