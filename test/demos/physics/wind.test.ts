import { expect, test } from 'vitest';
import { gust, Wind } from '#demos/physics/src/wind.js';

function at(seconds: number, settings: Partial<Wind>): number[] {
  const out = [9, 9, 9];
  Object.assign(new Wind(), settings).write(seconds, out);
  return out;
}

test('a steady wind blows in its direction: 0° to her front (+z), 90° to her left (+x)', () => {
  const steady = { strength: 100, hasGusts: false };
  const rounded = (degrees: number): number[] =>
    at(3, { ...steady, direction: degrees }).map((value) => Math.round(value * 1e6) / 1e6 + 0);
  expect(rounded(0)).toEqual([0, 0, 100]);
  expect(rounded(90)).toEqual([100, 0, 0]);
  expect(rounded(180)).toEqual([0, 0, -100]);
});

test('gusts come and go, and never blow harder than the strength or backwards', () => {
  const sizes = Array.from({ length: 1000 }, (_, i) => gust(i / 10));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(0.45);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeGreaterThan(0.4);
  const [x, y, z] = at(2, { strength: 50, direction: 90 });
  expect(x).toBeCloseTo(50 * gust(2));
  expect(y).toBe(0);
  expect(z).toBeCloseTo(0);
});

test('without strength there is no wind', () => {
  expect(at(1, {})).toEqual([0, 0, 0]);
});
