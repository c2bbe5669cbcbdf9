import { expect, test } from 'vitest';
import { createGravityTrack, sampleGravity } from '#src/model/scene/gravity-track.js';
import { type SmallGravityKey, smallPmm } from './small-pmm.js';

/** The gravity of a project at a frame, and its noise, rounded to thousandths. */
function gravityAt(frame: number, gravity: readonly SmallGravityKey[]): number[] {
  const track = createGravityTrack(smallPmm({ gravity }).gravity);
  return [...sampleGravity(track, frame, [0, 0, 0, 0])].map((value) => Math.round(value * 1e3) / 1e3 + 0);
}

test('gravity is interpolated linearly, ten units per metre in a direction of length 1; its noise changes at keyframes', () => {
  const keys: SmallGravityKey[] = [
    { frame: 0 },
    { frame: 10, acceleration: 19.6, direction: [1, 0, 1], noise: 7, noiseOn: 1 },
  ];
  expect(gravityAt(0, keys)).toEqual([0, -98, 0, 0]);
  expect(gravityAt(5, keys)).toEqual([84.87, -84.87, -84.87, 0]); // 147 / √3
  expect(gravityAt(10, keys)).toEqual([138.593, 0, -138.593, 7]); // 196 / √2
});

test('without keyframes, the values of the panel apply', () => {
  expect(gravityAt(5, [])).toEqual([0, -98, 0, 0]);
});
