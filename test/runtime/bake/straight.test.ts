import { describe, expect, test } from 'vitest';
import { angleBetween, interpolateRotation, isNear, isStraight } from '#src/runtime/bake/straight.js';

/** A rotation by `degrees` about y, x y z w. */
function aboutY(degrees: number): Float64Array {
  const half = (degrees * Math.PI) / 360;
  return Float64Array.of(0, Math.sin(half), 0, Math.cos(half));
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

describe('isStraight', () => {
  test('accepts a vector within the tolerance of the line, and refuses one beyond it', () => {
    const [a, b] = [Float64Array.of(0, 0, 0), Float64Array.of(10, 0, 0)];
    const value = Float64Array.of(2.5, 0.3, 0.4); // 0.5 from (2.5, 0, 0)
    expect(isStraight('vector', a, b, 0.25, value, 0, 0.51)).toBe(true);
    expect(isStraight('vector', a, b, 0.25, value, 0, 0.49)).toBe(false);
  });

  test('measures rotations in radians from the arc, whatever the sign of the quaternion', () => {
    const value = aboutY(32).map((x) => -x); // 2° from the middle of 0° and 60°
    expect(isStraight('quaternion', aboutY(0), aboutY(60), 0.5, value, 0, radians(2.01))).toBe(true);
    expect(isStraight('quaternion', aboutY(0), aboutY(60), 0.5, value, 0, radians(1.99))).toBe(false);
  });

  test('reads values that start at an index', () => {
    const row = (x: number): Float64Array => Float64Array.of(9, x);
    expect(isStraight('number', row(0), row(1), 0.5, row(0.5), 1, 0.001)).toBe(true);
    expect(isStraight('number', row(0), row(1), 0.5, row(0.6), 1, 0.001)).toBe(false);
  });
});

test('isNear takes a tolerance of half a turn or more for any rotation', () => {
  expect(isNear('quaternion', aboutY(0), 0, aboutY(179), 0, Math.PI)).toBe(true);
  expect(isNear('quaternion', aboutY(0), 0, aboutY(179), 0, 4)).toBe(true);
});

test('interpolateRotation takes the short way', () => {
  const out = new Float64Array(4);
  interpolateRotation(aboutY(10), aboutY(-30), 0.25, 0, out);
  aboutY(0).forEach((value, i) => expect(out[i]).toBeCloseTo(value, 12));
});

test('angleBetween is exact for angles far below the square root of the rounding error', () => {
  const angle = angleBetween(aboutY(0), 0, aboutY(1e-9), 0);
  expect(Math.abs(angle / radians(1e-9) - 1)).toBeLessThan(1e-6);
});
