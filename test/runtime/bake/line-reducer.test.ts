import { LineReducer } from '@odori/runtime/internal';
import { expect, test } from 'vitest';

/** The keyframes of a number at frames 0 to `last`. */
function reduced(last: number, valueAt: (frame: number) => number, tolerance = 0.001): [number, number][] {
  const reducer = new LineReducer(1, tolerance);
  for (let frame = 0; frame <= last; frame++) reducer.add(frame, [valueAt(frame)]);
  const { frames, values } = reducer.finish();
  return Array.from(frames, (frame, key) => [frame, values[key]]);
}

test('a straight line needs its ends only', () => {
  expect(reduced(60, (frame) => frame / 60)).toEqual([
    [0, 0],
    [60, 1],
  ]);
});

test('a number that stays for many stretches has two keyframes, and two more where it changes', () => {
  expect(reduced(10_000, () => 0.5)).toEqual([
    [0, 0.5],
    [10_000, 0.5],
  ]);
  expect(reduced(10_000, (frame) => (frame < 5000 ? 0 : 1))).toEqual([
    [0, 0],
    [4999, 0],
    [5000, 1],
    [10_000, 1],
  ]);
});

test('a curve of many stretches stays within the tolerance', () => {
  const keys = reduced(5000, (frame) => Math.sin(frame / 20), 0.01);
  expect(keys.length).toBeLessThan(1000);
  for (let i = 1; i < keys.length; i++) {
    const [[a, from], [b, to]] = [keys[i - 1], keys[i]];
    for (let frame = a; frame <= b; frame++) {
      const line = from + ((to - from) * (frame - a)) / (b - a);
      expect(Math.abs(line - Math.sin(frame / 20))).toBeLessThan(0.01001);
    }
  }
});
