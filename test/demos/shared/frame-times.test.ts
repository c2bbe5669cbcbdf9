import { expect, test } from 'vitest';
import { FrameTimes } from '#demos/shared/frame-times.js';

test('means are given after each second, starting at the first frame', () => {
  const times = new FrameTimes();
  times.add(5000, 100, 100); // the measurement starts here
  expect(times.add(5250, 1, 10)).toBeUndefined();
  expect(times.add(5500, 2, 20)).toBeUndefined();
  expect(times.add(6000, 6, 30)).toEqual({ update: 3, draw: 20, framesPerSecond: 3 });
  expect(times.add(8000, 1, 1)).toEqual({ update: 1, draw: 1, framesPerSecond: 0.5 });
});

test('restart() discards earlier frames', () => {
  const times = new FrameTimes();
  times.add(0, 100, 100);
  times.add(900, 100, 100);
  times.restart();
  times.add(950, 100, 100);
  expect(times.add(1900, 1, 1)).toBeUndefined();
  expect(times.add(1950, 3, 1)?.update).toBe(2);
});
