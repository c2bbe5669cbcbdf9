import { type Pmx, PMX_BONE } from '@odori/format';
import type { Skeleton } from './skeleton.js';
import { round } from './springs.js';

/** `VRMC_node_constraint` of a joint: it takes over a part of the rotation of another one. */
interface Constraint {
  readonly specVersion: '1.0';
  readonly constraint: { readonly rotation: { readonly source: number; readonly weight: number } };
}

/**
 * By joint, its constraint: the skirt takes over parts of the rotations of the legs, as the append bones of
 * the PMX do, so that its top lies on the thighs. Human bones have none: the dance moves them.
 *
 * `nodeOf`: of a joint.
 */
export function createConstraints(
  pmx: Pmx,
  skeleton: Skeleton,
  nodeOf: (joint: number) => number,
): ReadonlyMap<number, Constraint> {
  const constraints = new Map<number, Constraint>();
  pmx.bones.forEach(({ name, append }, bone) => {
    const joint = skeleton.jointOf[bone];
    const { name: jointName, human } = skeleton.joints[joint];
    if (!append || jointName !== name || human !== undefined) return;
    const rotation = { source: nodeOf(sourceOf(pmx, skeleton, append.parent)), weight: round(append.ratio) };
    constraints.set(joint, { specVersion: '1.0', constraint: { rotation } });
  });
  return constraints;
}

/** The joint that turns as a bone: its own, or that of the D bone which takes over its whole rotation. */
function sourceOf({ bones }: Pmx, { joints, jointOf }: Skeleton, bone: number): number {
  const follower = bones.findIndex(
    ({ append, flags }, i) =>
      append?.parent === bone &&
      append.ratio === 1 &&
      (flags & PMX_BONE.appendRotation) !== 0 &&
      joints[jointOf[i]].name === bones[i].name,
  );
  return jointOf[follower < 0 ? bone : follower];
}
