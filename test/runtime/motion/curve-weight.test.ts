import { curveWeight } from '@odori/runtime/motion';
import { solveAsMmd } from '@odori/runtime/internal';
import { describe, expect, test } from 'vitest';
import type { CurveSolver } from '#src/runtime/motion/curve-weight.js';
import { vector } from '#test/support/playback-vectors.js';

type Curve = [number, number, number, number];

interface Sample {
  x: number;
  y: number;
  y_mmd12: number;
}

function weight([x1, y1, x2, y2]: Curve, x: number, solver?: CurveSolver): number {
  return curveWeight(x1, y1, x2, y2, x, solver);
}

describe('vectors', () => {
  test('1: a curve with its points on the diagonal gives x itself', () => {
    const { cases, tolerance } = vector(1) as {
      cases: { curve: Curve; x: number; y: number }[];
      tolerance: number;
    };
    for (const { curve, x, y } of cases)
      expect(Math.abs(weight(curve, x) - y)).toBeLessThanOrEqual(tolerance);
  });

  test('2: the automatic ease matches, exactly and in 12 steps', () => {
    const { curve, samples } = vector(2) as { curve: Curve; samples: Sample[] };
    checkTable(curve, samples);
  });

  test.each([3, 4])('%i: extreme and asymmetric curves match', (id) => {
    const { tables } = vector(id) as { tables: { curve: Curve; samples: Sample[] }[] };
    for (const { curve, samples } of tables) checkTable(curve, samples);
  });

  function checkTable(curve: Curve, samples: readonly Sample[]): void {
    expect(samples.length).toBeGreaterThan(0);
    for (const { x, y, y_mmd12 } of samples) {
      expect(Math.abs(weight(curve, x) - y)).toBeLessThanOrEqual(1e-5);
      expect(Math.abs(weight(curve, x, solveAsMmd) - y_mmd12)).toBeLessThanOrEqual(1e-9);
    }
  }
});

test('the weight is exactly 0 and 1 at the ends of every curve', () => {
  for (const curve of [
    [0, 127, 127, 0],
    [127, 0, 0, 127],
    [64, 0, 64, 127],
    [20, 20, 107, 107],
  ] as Curve[]) {
    expect([weight(curve, 0), weight(curve, 1)]).toEqual([0, 1]);
  }
});

test('the middle of 127, 0, 0, 127, where x has no slope, is solved exactly', () => {
  expect(weight([127, 0, 0, 127], 0.5)).toBe(0.5); // s = 0.5 by symmetry, where x(s) has no slope
});

test('control values above 127 count as 127', () => {
  expect(weight([200, 0, 64, 255], 0.3)).toBe(weight([127, 0, 64, 127], 0.3));
});

/**
 * The curve passes through x(s), y(s), so that the exact answer at x(s) is y(s). The error that the rounding
 * of x(s), half a unit of 2⁻⁵³, causes is added to the tolerance.
 */
test('the weight is exact to 1e-6 on a grid over all four control values, with all extremes', () => {
  const values = [0, 1, 2, 20, 63, 64, 65, 107, 125, 126, 127];
  const bezier = (a: number, b: number, s: number): number =>
    3 * (1 - s) ** 2 * s * a + 3 * (1 - s) * s * s * b + s ** 3;
  let worst = 0;
  for (const x1 of values) {
    for (const y1 of values) {
      for (const x2 of values) {
        for (const y2 of values) {
          if (x1 === y1 && x2 === y2) continue;
          for (let i = 1; i < 16; i++) {
            const s = i / 16;
            const x = bezier(x1 / 127, x2 / 127, s);
            const ds = Math.cbrt(2 ** -52); // the possible error of s where x(s) has no slope
            const slack = Math.abs(bezier(y1 / 127, y2 / 127, s + ds) - bezier(y1 / 127, y2 / 127, s - ds));
            const isFlat =
              Math.abs(bezier(x1 / 127, x2 / 127, s + 1e-3) - bezier(x1 / 127, x2 / 127, s - 1e-3)) < 1e-7;
            const error = Math.abs(curveWeight(x1, y1, x2, y2, x) - bezier(y1 / 127, y2 / 127, s));
            worst = Math.max(worst, error - (isFlat ? slack : 0));
          }
        }
      }
    }
  }
  expect(worst).toBeLessThan(1e-6);
});
