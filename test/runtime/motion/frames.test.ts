import { secondsToFrame } from '@odori/runtime/motion';
import { expect, test } from 'vitest';

test('every whole frame of an hour gives a whole number', () => {
  for (let frame = 0; frame <= 3600 * 30; frame++) {
    if (secondsToFrame(frame / 30) !== frame) expect(secondsToFrame(frame / 30)).toBe(frame);
  }
  expect((123 / 30) * 30).toBeLessThan(123); // the reason for rounding
});

test('times between frames are not rounded', () => {
  expect(secondsToFrame(0.75)).toBe(22.5);
  expect(secondsToFrame(1 / 30 + 1e-5)).toBeCloseTo(1.0003, 10);
});
