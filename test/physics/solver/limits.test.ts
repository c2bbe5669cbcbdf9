import { describe, expect, test } from 'vitest';
import { moveNearLimits, normalizeAngle, slowNearLimits } from '#src/physics/solver/limits.js';
import { createTiming } from '#src/physics/solver/timing.js';

const PI = Math.fround(Math.PI);

describe('normalizeAngle', () => {
  const cases: readonly (readonly [number, number])[] = [
    [0, 0],
    [PI, PI],
    [-PI, -PI],
    [4, 4 - 2 * Math.PI],
    [-4, 2 * Math.PI - 4],
    [7, 7 - 2 * Math.PI],
    [20, 20 - 6 * Math.PI],
  ];
  for (const [angle, expected] of cases) {
    test(`${angle} is ${expected.toFixed(4)}`, () => {
      expect(normalizeAngle(Math.fround(angle))).toBeCloseTo(expected, 5);
    });
  }
});

describe('an angle beyond a limit', () => {
  const near = (angle: number, lower: number, upper: number): number => {
    const angles = Float32Array.of(angle);
    moveNearLimits(angles, 0, Float32Array.of(lower), Float32Array.of(upper), 0);
    return angles[0];
  };

  test('stays where its own limit is nearer', () => {
    expect(near(-1.5, -1, 1)).toBe(-1.5);
    expect(near(1.5, -1, 1)).toBe(1.5);
  });

  test('goes one turn on where the other limit is nearer', () => {
    // From −3 it is 1 + π… to the lower limit −0.5 (2.5 rad), but 0.283 rad backwards to the upper limit 3.
    expect(near(-3, -0.5, 3)).toBeCloseTo(2 * Math.PI - 3, 5);
    expect(near(3, -3, 0.5)).toBeCloseTo(3 - 2 * Math.PI, 5);
  });

  test('stays between its limits, and with locked or free limits', () => {
    expect(near(0.5, -1, 1)).toBe(0.5);
    expect(near(3, 0.25, 0.25)).toBe(3);
    expect(near(3, 1, -1)).toBe(3);
  });
});

describe('a spring near a limit', () => {
  /**
   * The part of the speed that is left. 1.2 units per second move by 0.1 in the time of a motor: 0.2 · 60 =
   * 12 a second.
   */
  const factor = (value: number, lower: number, upper: number, speed: number): number => {
    const speeds = Float32Array.of(speed);
    const limits = [Float32Array.of(lower), Float32Array.of(upper)] as const;
    slowNearLimits(Float32Array.of(value), 0, limits[0], limits[1], 0, 1, speeds, 0, createTiming(1 / 60));
    return speeds[0] / Math.fround(speed);
  };

  test('keeps its speed far from the limits, and without limits', () => {
    expect(factor(0, -1, 1, 1.2)).toBe(1);
    expect(factor(0, -1, 1, -1.2)).toBe(1);
    expect(factor(5, 1, -1, 1.2)).toBe(1);
  });

  test('keeps the part that reaches the limit', () => {
    expect(factor(0.95, -1, 1, 1.2)).toBeCloseTo(0.5, 4); // 0.05 of 0.1
    expect(factor(-0.975, -1, 1, -1.2)).toBeCloseTo(0.25, 4);
  });

  test('stops beyond the limit, but comes back', () => {
    expect(factor(1.1, -1, 1, 1.2)).toBe(0);
    expect(factor(-1.1, -1, 1, -1.2)).toBe(0);
    expect(factor(1.1, -1, 1, -1.2)).toBe(1);
  });
});
