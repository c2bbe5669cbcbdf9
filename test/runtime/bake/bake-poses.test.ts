import { bakePoses } from '#src/runtime/bake/bake-poses.js';
import { Motion } from '#src/runtime/motion/motion.js';
import { bindMotion } from '#src/runtime/rig/bind-motion.js';
import { createSkeletonDefinition } from '#src/runtime/rig/create-skeleton-definition.js';
import { Rig } from '#src/runtime/rig/rig.js';
import { createVmd } from '@odori/format';
import { expect, test } from 'vitest';

/** A leg with IK. */
const definition = createSkeletonDefinition([
  { name: 'センター', parent: -1, position: [0, 8, 0] },
  { name: '左足', parent: 0, position: [1, 10, 0] },
  { name: '左ひざ', parent: 1, position: [1, 5.5, 0.1] },
  { name: '左足首', parent: 2, position: [1, 1, 0] },
  { name: '左足ＩＫ', parent: -1, position: [1, 1, 0] },
]);
const LEG = 1;

/** Bakes a squat in which something turns the thigh aside, before the IK. */
function bakedThigh(posed: ReadonlySet<number> | undefined): Float64Array | Float32Array {
  const keys = [0, 10].map((frame) => ({
    name: 'センター',
    frame,
    position: [0, -frame / 5, 0] as [number, number, number],
  }));
  const motion = Motion.from(createVmd({ bones: keys }));
  const rig = new Rig(definition);
  const binding = bindMotion(motion, rig);
  const { vmd } = bakePoses({
    motion,
    rig,
    bones: new Set([LEG]),
    ...(posed && { posed }),
    iksOff: new Set(),
    solve(frame) {
      binding.sample(frame);
      rig.pose.rotations.set([0, 0.6, 0, 0.8], 4 * LEG);
      rig.solve();
      rig.solveAfterPhysics();
    },
  });
  const rotations = Motion.from(vmd).bones.get('左足')!.rotations;
  return rotations.subarray(rotations.length - 4);
}

test('a link of IK that stays on gets the keyframes that were posed, without what the IK adds', () => {
  [0, 0.6, 0, 0.8].forEach((value, k) => expect(bakedThigh(new Set([LEG]))[k]).toBeCloseTo(value, 6));
});

test('with the rotation that the IK has given it, IK would start from another pose and end elsewhere', () => {
  expect(() => bakedThigh(undefined)).toThrow(/the baked motion is off by/);
});
