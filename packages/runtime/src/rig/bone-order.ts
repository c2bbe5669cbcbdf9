import { findBoneCycles } from '@odori/format/internal';
import { isAfterPhysics, type RigBone } from './rig-definition.js';

/** The order in which bones are evaluated. */
export interface BoneOrder {
  /** Parents inside the skeleton, without circles; −1 = none. */
  readonly parents: Int32Array;
  /** All bones in MMD's order alone: bones after physics last, then by layer, then by index. */
  readonly sorted: readonly number[];
  /**
   * The bones evaluated before physics, parents first. This includes bones after physics that are needed
   * earlier: as parents, or as effector or link of an IK.
   */
  readonly before: readonly number[];
  /** The bones evaluated after physics, parents first. */
  readonly after: readonly number[];
  /** By bone: its rank in `sorted`. */
  readonly ranks: Int32Array;
}

/**
 * MMD's order: bones after physics last, then by layer, then by index. A parent that comes later in this
 * order is evaluated on demand. O(bones · log bones).
 */
export function orderBones(bones: readonly RigBone[]): BoneOrder {
  const parents = checkedParents(bones);
  const isAfter = (bone: number): boolean => isAfterPhysics(bones[bone]);
  const byLayer = bones.map((_, bone) => bone).sort((a, b) => bones[a].layer - bones[b].layer); // stable
  const sortedBefore = byLayer.filter((bone) => !isAfter(bone));
  const sortedAfter = byLayer.filter(isAfter);
  const needed = sortedBefore.flatMap((bone) => chainOf(bones, bone));
  const before = parentsFirst([...sortedBefore, ...needed], parents, () => true);
  const after = parentsFirst(sortedAfter, parents, isAfter);
  const sorted = [...sortedBefore, ...sortedAfter];
  const ranks = new Int32Array(bones.length);
  sorted.forEach((bone, rank) => (ranks[bone] = rank));
  return { parents, sorted, before, after, ranks };
}

/** The bones that the IK of a bone reads: its effector and links. */
function chainOf(bones: readonly RigBone[], bone: number): number[] {
  const { ik } = bones[bone];
  if (!ik) return [];
  return [ik.effector, ...ik.links.map((link) => link.bone)].filter((index) => hasBone(bones, index));
}

/** Parents inside the skeleton; one bone of each circle loses its parent. */
function checkedParents(bones: readonly RigBone[]): Int32Array {
  const parents = Int32Array.from(bones, ({ parent }) => (hasBone(bones, parent) ? parent : -1));
  for (const bone of findBoneCycles(bones)) parents[bone] = -1;
  return parents;
}

/** The bones in their order, each after those of its ancestors that belong to the pass. */
export function parentsFirst(
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
  return Number.isInteger(index) && index >= 0 && index < bones.length;
}
