import { createVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { expect, test } from 'vitest';
import { motionFeatures } from '#src/runtime/joints/motion-features.js';
import { rigOf } from '../rig/small-rig.js';

/** A left ankle 1 unit above the floor, with the tip of its toes on the floor; no right leg. */
const rig = rigOf([
  { name: '下半身', position: [0, 10, 0] },
  { name: '左足首', parent: 0, position: [1, 1, 0] },
  { name: '左つま先', parent: 1, position: [1, 0, -1] },
]);

/** Stands for 30 frames, then rises by 3 units in 3 frames, and hangs there. */
const jump = Motion.from(
  createVmd({
    bones: [
      { name: '下半身', frame: 0 },
      { name: '下半身', frame: 30 },
      { name: '下半身', frame: 33, position: [0, 3, 0] },
      { name: '下半身', frame: 60, position: [0, 3, 0] },
    ],
  }),
);

test('a foot stands while it is low and slow; one that the model lacks never does', () => {
  const { contacts, frames } = motionFeatures(jump, rig);
  expect(frames).toHaveLength(61);
  const standing = (column: number): number[] => [...frames].filter((_, i) => contacts[4 * i + column] === 1);
  const low = Array.from({ length: 30 }, (_, frame) => frame); // at 30, the foot is on its way: 15 units/s
  expect(standing(0)).toEqual(low);
  expect(standing(1)).toEqual(low);
  expect(standing(2)).toEqual([]);
  expect(standing(3)).toEqual([]);
});

test('thresholds can be chosen', () => {
  const { contacts } = motionFeatures(jump, rig, { contacts: { height: 5 } });
  expect([contacts[4 * 29], contacts[4 * 31], contacts[4 * 50]]).toEqual([1, 0, 1]);
  const fast = motionFeatures(jump, rig, { contacts: { speed: 100, height: 1.5 } }).contacts;
  expect([fast[4 * 31], fast[4 * 32]]).toEqual([1, 0]);
});

test('velocities are units a second, whatever the step', () => {
  for (const every of [1, 0.5]) {
    const { velocities, joints } = motionFeatures(jump, rig, { every });
    const ankle = joints.findIndex(({ name }) => name === 'left_ankle');
    const at = 3 * ((joints.length * 31) / every + ankle);
    expect([...velocities.subarray(at, at + 3)]).toEqual([0, expect.closeTo(30, 4), 0]);
  }
});
