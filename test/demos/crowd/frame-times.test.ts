import { expect, test } from 'vitest';
import { FrameTimes } from '../../../demos/crowd/src/frame-times.js';

test('means over a second, and then anew', () => {
  const times = new FrameTimes();
  for (const update of [1, 2, 3]) expect(times.take(0.25, update, 10)).toBeUndefined();
  expect(times.take(0.25, 6, 30)).toEqual({ update: 3, draw: 15, framesPerSecond: 4 });
  expect(times.take(2, 1, 1)).toEqual({ update: 1, draw: 1, framesPerSecond: 0.5 });
});

test('what was before a change does not count', () => {
  const times = new FrameTimes();
  times.take(0.9, 100, 100);
  times.restart();
  expect(times.take(0.5, 1, 1)).toBeUndefined();
  expect(times.take(0.5, 1, 1)?.update).toBe(1);
});
