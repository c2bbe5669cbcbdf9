import { expect, test } from 'vitest';
import { gentleBeats, TimeMap } from '#src/runtime/fit/time-map.js';

test('a map goes straight between its points and on beyond them, both ways', () => {
  const map = new TimeMap(Float64Array.of(0, 10, 20), Float64Array.of(0, 5, 25));
  expect([-2, 5, 15, 30].map((x) => map.yAt(x))).toEqual([-1, 2.5, 15, 45]);
  expect([-1, 2.5, 15, 45].map((y) => map.xAt(y))).toEqual([-2, 5, 15, 30]);
});

test('a simplified map keeps the points where the slope changes', () => {
  const map = new TimeMap(Float64Array.of(0, 1, 2, 3, 4), Float64Array.of(0, 1, 2, 4, 6.01));
  expect([...map.simplified(0.02).xs]).toEqual([0, 2, 4]);
  expect([...map.simplified(0.001).xs]).toEqual([0, 2, 3, 4]);
});

test('even beats stay, and those around a pause change their length by less than a twentieth', () => {
  const even = Float64Array.from({ length: 40 }, (_, i) => i / 2);
  expect([...gentleBeats(even)]).toEqual([...even]);
  const gentle = gentleBeats(even.map((beat) => (beat < 10 ? beat : beat + 0.2)));
  const lengths = gentle.slice(1).map((beat, i) => beat - gentle[i]);
  for (let i = 1; i < lengths.length; i++)
    expect(Math.abs(Math.log(lengths[i] / lengths[i - 1]))).toBeLessThan(Math.log(1.0451));
  expect([gentle[0], gentle[39]]).toEqual([0, 19.7]);
  expect(Math.max(...gentle.map((beat, i) => Math.abs(beat - even[i] - (i < 20 ? 0 : 0.2))))).toBeLessThan(
    0.12,
  );
});
