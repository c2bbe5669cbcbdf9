import { Motion } from '@odori/runtime/motion';
import { bindMotion, Rig } from '@odori/runtime/rig';
import { standardSource } from '@odori/vrm/humanoid';
import { bakeVrmAnimation, motionOfVrmAnimation } from '@odori/vrm/vrma';
import { Quaternion, Vector3 } from 'three';
import { HUMAN_BONES } from '@odori/runtime/joints';
import { motionOfGlb } from '#src/vrm/humanoid/retarget/motion-of-glb.js';
import { syntheticMotion } from '#test/fidelity/humanoid/motions.mjs';
import { humanoidGlb, mixamoName, type Skeleton } from '#test/vrm/humanoid-glb.js';
import { RUNS } from '#test/support/runs.js';
import { cutBytes, flippedBytes } from '#test/support/spoiled-bytes.js';
import { thrownBy } from '#test/support/thrown-by.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const FRAMES = 60;
const animation = bakeVrmAnimation(syntheticMotion().slice(0, FRAMES), 'standard');

/** The largest distance between ends of limbs in two motions, in units. */
function distance(a: Motion, b: Motion): number {
  const rigs = [a, b].map((motion) => {
    const rig = new Rig(standardSource());
    return { rig, binding: bindMotion(motion, rig) };
  });
  let most = 0;
  for (let frame = 0; frame <= FRAMES; frame += 3) {
    for (const { rig, binding } of rigs) {
      binding.sample(frame);
      rig.solve();
      rig.solveAfterPhysics();
    }
    for (const name of ['頭', '左手首', '右手首', '左足首', '右足首', '左ひざ']) {
      const bone = 3 * rigs[0].rig.boneIndex(name);
      const [p, q] = rigs.map(({ rig }) => rig.worldPositions.subarray(bone, bone + 3));
      most = Math.max(most, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
    }
  }
  return most;
}

const { motion: wanted } = motionOfVrmAnimation(animation);
const quarter = new Quaternion(-Math.SQRT1_2, 0, 0, Math.SQRT1_2); // y becomes −z

test.each<[string, Skeleton]>([
  ['of Unity’s names', { nameOf: (bone) => bone[0].toUpperCase() + bone.slice(1) }],
  ['of Mixamo’s names', { nameOf: mixamoName }],
  [
    'whose bones are turned at rest, below a node that is turned and scaled',
    {
      nameOf: mixamoName,
      restOf: (bone) =>
        new Quaternion().setFromAxisAngle(
          new Vector3(1, 2, -1).normalize(),
          (HUMAN_BONES.indexOf(bone) % 7) / 2,
        ),
      armature: { rotation: quarter, scale: 0.01 },
    },
  ],
])('the dance of a skeleton %s is that of the same VRM animation', (_, skeleton) => {
  const { motion } = motionOfGlb(humanoidGlb(animation, skeleton));
  expect(motion.lastFrame).toBe(FRAMES);
  expect(distance(motion, wanted)).toBeLessThan(0.06); // each within 0.02
});

test('a skeleton that nothing moves, and one that moves for hours, are refused', () => {
  const still = thrownBy(() =>
    motionOfGlb(humanoidGlb(animation, { nameOf: mixamoName, isAnimated: false })),
  );
  expect(still).toMatchObject({ name: 'HumanoidError', code: 'no-animation', section: 'animations' });
  const [bone, track] = [...animation.rotations][0];
  const long = { ...track, times: Float32Array.from(track.times, (time) => 1e6 * time) };
  const hours = { ...animation, rotations: new Map([[bone, long]]), hips: undefined };
  const error = thrownBy(() => motionOfGlb(humanoidGlb(hours, { nameOf: mixamoName })));
  expect(error).toMatchObject({ code: 'too-large', section: 'animations[0]' });
});

test('a GLB with flipped bits, or one that is cut off, gives a finite motion or an error of a known kind', () => {
  const file = humanoidGlb(bakeVrmAnimation(syntheticMotion().slice(0, 2), 'standard'), {
    nameOf: mixamoName,
  });
  const valid = fc.constant(null).map(() => file.slice());
  fc.assert(
    fc.property(fc.oneof(flippedBytes(valid), cutBytes(valid)), (bytes) => {
      try {
        const { motion } = motionOfGlb(bytes);
        for (const { positions, rotations } of motion.bones.values())
          expect(positions.every(Number.isFinite) && rotations.every(Number.isFinite)).toBe(true);
      } catch (error) {
        expect(['HumanoidError', 'GlbError', 'RangeError'], String(error)).toContain((error as Error).name);
      }
    }),
    { numRuns: Math.ceil(RUNS / 10) },
  );
});
