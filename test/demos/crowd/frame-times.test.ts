import { expect, test } from 'vitest';
import { FrameTimes } from '#demos/crowd/src/frame-times.js';

test('means over a second, from the first frame on, and then anew', () => {
  const times = new FrameTimes();
  times.take(5000, 100, 100); // here it begins
  expect(times.take(5250, 1, 10)).toBeUndefined();
  expect(times.take(5500, 2, 20)).toBeUndefined();
  expect(times.take(6000, 6, 30)).toEqual({ update: 3, draw: 20, framesPerSecond: 3 });
  expect(times.take(8000, 1, 1)).toEqual({ update: 1, draw: 1, framesPerSecond: 0.5 });
});

test('what was before a change does not count', () => {
  const times = new FrameTimes();
  times.take(0, 100, 100);
  times.take(900, 100, 100);
  times.restart();
  times.take(950, 100, 100);
  expect(times.take(1900, 1, 1)).toBeUndefined();
  expect(times.take(1950, 3, 1)?.update).toBe(2);
});
