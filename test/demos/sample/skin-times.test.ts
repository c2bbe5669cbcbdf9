import { expect, test } from 'vitest';
import { skinTimes } from '#demos/sample/src/onion/skin-times.js';

test('skins come furthest first, as many before as after, with more opacity for nearer ones', () => {
  expect(skinTimes(10.5, 100, { each: 2, spacing: 4 })).toEqual([
    { frame: 2.5, isLater: false, opacity: 0.3 }, // 0.6 × 1/2
    { frame: 18.5, isLater: true, opacity: 0.3 },
    { frame: 6.5, isLater: false, opacity: 0.6 },
    { frame: 14.5, isLater: true, opacity: 0.6 },
  ]);
});

test('times outside the motion give no skins, but its first and last frame do', () => {
  const frames = (frame: number): number[] =>
    skinTimes(frame, 12, { each: 2, spacing: 4 }).map((time) => time.frame);
  expect(frames(8)).toEqual([0, 4, 12]);
  expect(frames(0)).toEqual([8, 4]);
  expect(frames(12)).toEqual([4, 8]);
});

test('no skins for a count of zero or for a pose', () => {
  expect(skinTimes(10, 100, { each: 0, spacing: 4 })).toEqual([]);
  expect(skinTimes(0, 0, { each: 4, spacing: 1 })).toEqual([]);
});
