import { createPmxBone, createVmd, PMX_BONE } from '@odori/format';
import fc from 'fast-check';
import { Motion, toVmd } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';
import { manySwitches } from '#test/support/many-switches.js';

describe('a VMD of 0.9 MB with 30,000 IK names and 30,000 property keys', () => {
  const motion = Motion.from(manySwitches());

  test('gives a track that keeps only the changes of switches', () => {
    const { frames, ikNames, ikStarts, ikKeys, ikEnabled } = motion.property!;
    expect([frames.length, ikNames.length]).toEqual([30_001, 30_000]);
    // The state of each switch at the first keyframe, and one change: the last keyframe switches ik0 on.
    expect(ikEnabled.length).toBe(30_001);
    expect([...ikStarts.subarray(0, 3)]).toEqual([0, 2, 3]);
    expect([...ikKeys.subarray(0, 3), ...ikEnabled.subarray(0, 3)]).toEqual([0, 30_000, 0, 0, 1, 0]);
  });

  test('plays', () => {
    const ik = { effector: 0, loopCount: 1, limitAngle: 1, links: [] };
    const bones = [createPmxBone({ name: 'ik0', flags: PMX_BONE.ik, ik })];
    const rig = new Rig(createRigDefinition({ bones, morphs: [] }));
    const binding = bindMotion(motion, rig);
    const at = (frame: number): [boolean, number] => {
      binding.sample(frame);
      return [rig.pose.visible, rig.pose.ikEnabled[0]];
    };
    expect([at(0), at(15_001), at(30_000)]).toEqual([
      [false, 0],
      [true, 0],
      [false, 1],
    ]);
  });

  test('is sliced and converted to a VMD whose keys name only the switches that change', () => {
    const { count, ikStarts, names } = toVmd(motion.slice(10, 30_000)).properties;
    expect([count, names.length]).toEqual([29_991, 30_000]);
    expect([ikStarts[1], ikStarts[count - 1], ikStarts[count]]).toEqual([30_000, 30_000, 30_001]);
  });
});

test('every rotation is the nearer one of q and −q to the rotation before it', () => {
  const component = fc.constantFrom(-1, -0.72, -0.5, -0.01, 0, 0.01, 0.5, 0.7, 0.71, 0.72, 1);
  const quaternion = fc.tuple(component, component, component, component);
  fc.assert(
    fc.property(fc.array(quaternion, { minLength: 2, maxLength: 6 }), (quaternions) => {
      const bones = quaternions.map((rotation, frame) => ({ name: 'head', frame, rotation }));
      const { rotations } = Motion.from(createVmd({ bones })).bones.get('head')!;
      for (let i = 4; i < rotations.length; i += 4) {
        const dot = [0, 1, 2, 3].reduce((sum, j) => sum + rotations[i + j] * rotations[i + j - 4], 0);
        expect(dot).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
