import type { Appends } from './append-definition.js';
import type { BoneOrder } from './bone-order.js';
import { type IkDefinition, isAfterPhysics, type RigBone, type RigPass } from './rig-definition.js';

/**
 * The bones and IKs to solve before or after physics, and the bones that these IKs change. O(bones + links).
 */
export function createPass(
  bones: readonly RigBone[],
  { before, after, parents }: BoneOrder,
  allIks: readonly IkDefinition[],
  { rotationAppends, appendSources }: Appends,
  isAfter: boolean,
): RigPass {
  const iks = allIks.filter(({ bone }) => isAfterPhysics(bones[bone]) === isAfter);
  const firstIkOf = new Map<number, number>();
  for (const { bone, links } of iks) {
    for (const link of links) if (!firstIkOf.has(link.bone)) firstIkOf.set(link.bone, bone);
  }
  const rotated = new Set(firstIkOf.keys());
  const appending = new Set<number>();
  for (const bone of rotationAppends) {
    const source = appendSources[bone];
    const ik = firstIkOf.get(source);
    if (ik === undefined && !appending.has(source)) continue;
    appending.add(bone);
    if (ik === undefined || !isBetween(bones, source, bone, ik)) rotated.add(bone);
  }
  const moved = new Set<number>();
  for (const bone of new Set([...before, ...after])) {
    if (rotated.has(bone) || moved.has(parents[bone])) moved.add(bone);
  }
  return {
    bones: Int32Array.from(isAfter ? after : before),
    iks,
    appendsAfterIk: Int32Array.from(appending),
    rotatedAfterIk: Int32Array.from(rotated),
    bonesAfterIk: Int32Array.from(moved),
  };
}

/**
 * Whether a bone that appends from the link of an IK stands in the layer of the link or later, and in an
 * earlier layer than the IK. Such a bone does not follow the IK in MMD, but bones that append from it do.
 */
function isBetween(bones: readonly RigBone[], link: number, bone: number, ik: number): boolean {
  return compareStages(bones[link], bones[bone]) <= 0 && compareStages(bones[bone], bones[ik]) < 0;
}

/** MMD goes by layers, first those before physics. */
function compareStages(a: RigBone, b: RigBone): number {
  return Number(isAfterPhysics(a)) - Number(isAfterPhysics(b)) || a.layer - b.layer;
}
