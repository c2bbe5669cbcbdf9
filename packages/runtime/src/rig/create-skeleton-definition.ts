import { PMX_BONE, type PmxIk } from '@odori/format';
import type { PmxIkLink } from '@odori/format/internal';
import { indexByName } from '../motion/names.js';
import { flipPositions } from '../space.js';
import { createRigDefinition } from './create-rig-definition.js';
import type { RigBone, RigDefinition } from './rig-definition.js';

/** A bone of any skeleton, in three's space. */
export interface SkeletonBone {
  readonly name: string;
  /** −1 = none. */
  readonly parent: number;
  /** x y z at rest, in the model's space. */
  readonly position: readonly [number, number, number];
}

/**
 * The skeleton of a model that has MMD's bone names but came through a format without IK, such as glTF or
 * FBX.
 *
 * Gives it MMD's standard IK: feet follow 左足ＩＫ and 右足ＩＫ (left and right leg IK), and toes follow つま先ＩＫ, where
 * the skeleton has these bones and those of the leg. Three's space, MMD units. O(bones · log bones).
 *
 * @see The chains of MMD's own models: 40 iterations of 2 radians for a leg, 3 of 4 for a toe, knees 0.5° to
 * 180°.
 * @example
 * createSkeletonDefinition(bones).ikNames; // → ['左足ＩＫ', '右足ＩＫ', '左つま先ＩＫ', '右つま先ＩＫ']
 */
export function createSkeletonDefinition(bones: readonly SkeletonBone[]): RigDefinition {
  const indices = indexByName(bones.map(({ name }) => name));
  const rigBones = bones.map(({ name, parent, position }): RigBone => {
    const flipped = Float64Array.from(position);
    flipPositions(flipped);
    const [x, y, z] = flipped;
    const ik = standardIk(name, indices);
    return {
      name,
      parent,
      position: [x, y, z],
      layer: ik ? (name.includes('つま先') ? TOE_LAYER : LEG_LAYER) : 0,
      flags: ik ? PMX_BONE.ik : 0,
      ...(ik && { ik }),
    };
  });
  return createRigDefinition({ bones: rigBones, morphs: [] });
}

/** A toe is solved after its leg. */
const LEG_LAYER = 1;
const TOE_LAYER = 2;

const KNEE_LIMITS: NonNullable<PmxIkLink['limits']> = {
  min: [-Math.PI, 0, 0],
  max: [(-0.5 * Math.PI) / 180, 0, 0],
};

/** The IK of a bone with one of MMD's IK names, if the skeleton has the bones for it. */
function standardIk(name: string, indices: ReadonlyMap<string, number>): PmxIk | undefined {
  const [, side, isToe] = /^([左右])(つま先|足)(?:ＩＫ|IK)$/.exec(name) ?? [];
  if (side === undefined) return undefined;
  const find = (part: string): number => indices.get(side + part) ?? -1;
  const [leg, knee, ankle, toe] = [find('足'), find('ひざ'), find('足首'), find('つま先')];
  if (isToe === 'つま先') {
    return ankle < 0 || toe < 0
      ? undefined
      : { effector: toe, loopCount: 3, limitAngle: 4, links: [{ bone: ankle }] };
  }
  if (leg < 0 || knee < 0 || ankle < 0) return undefined;
  const links = [{ bone: knee, limits: KNEE_LIMITS }, { bone: leg }];
  return { effector: ankle, loopCount: 40, limitAngle: 2, links };
}
