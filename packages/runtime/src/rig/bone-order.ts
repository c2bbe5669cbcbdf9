import { firstOfCycles } from '@odori/format';
import { isAfterPhysics, type RigBone } from './rig-bone.js';

/** Bones as they are evaluated. */
export interface BoneOrder {
  /** Sound: inside the skeleton, without circles; −1 = none. */
  readonly parents: Int32Array;
  /** By MMD's order alone: before physics and after it, layer, index. */
  readonly sorted: readonly number[];
  /** What is evaluated before physics, parents first; a parent that belongs behind it, and what an IK reads, as well. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** When a bone is first evaluated. */
  readonly ranks: Int32Array;
}

/**
 * MMD's order: bones after physics last, then by layer, then by index; but a parent that comes later is evaluated on
 * demand. O(bones · log bones).
 */
export function orderBones(bones: readonly RigBone[]): BoneOrder {
  const parents = soundParents(bones);
  const isAfter = (bone: number): boolean => isAfterPhysics(bones[bone]);
  const byLayer = bones.map((_, bone) => bone).sort((a, b) => bones[a].layer - bones[b].layer); // stable
  const first = byLayer.filter((bone) => !isAfter(bone));
  const last = byLayer.filter(isAfter);
  const before = parentsFirst(
    [...first, ...first.flatMap((bone) => chainOf(bones, bone))],
    parents,
    () => true,
  );
  const after = parentsFirst(last, parents, isAfter);
  const ranks = new Int32Array(bones.length).fill(-1);
  [...before, ...after].forEach((bone, rank) => {
    if (ranks[bone] < 0) ranks[bone] = rank;
  });
  return { parents, sorted: [...first, ...last], before, after, ranks };
}

/** What the IK of a bone reads: its effector and links. */
function chainOf(bones: readonly RigBone[], bone: number): number[] {
  const { ik } = bones[bone];
  if (!ik) return [];
  return [ik.target, ...ik.links.map((link) => link.bone)].filter((index) => hasBone(bones, index));
}

/** Parents inside the skeleton; circles are opened. */
function soundParents(bones: readonly RigBone[]): Int32Array {
  const parents = Int32Array.from(bones, ({ parent }) => (hasBone(bones, parent) ? parent : -1));
  for (const bone of firstOfCycles(bones)) parents[bone] = -1;
  return parents;
}

/** The bones in their order, each behind those of its ancestors that belong here. */
function parentsFirst(
  bones: readonly number[],
  parents: Int32Array,
  belongs: (bone: number) => boolean,
): number[] {
  const ordered = new Set<number>();
  const waiting: number[] = [];
  for (const start of bones) {
    for (let bone = start; bone >= 0 && belongs(bone) && !ordered.has(bone); bone = parents[bone])
      waiting.push(bone);
    while (waiting.length > 0) ordered.add(waiting.pop()!);
  }
  return [...ordered];
}

export function hasBone(bones: readonly RigBone[], index: number): boolean {
  return index >= 0 && index < bones.length;
}
