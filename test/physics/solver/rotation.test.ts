import { describe, expect, test } from 'vitest';
import {
  cross,
  fromAngles,
  fromQuaternion,
  invert,
  multiply,
  normalize,
  toQuaternion,
  transform,
} from '#src/physics/solver/rotation.js';

const HALF = Math.SQRT1_2;
/** A quarter turn about z: x goes to y. */
const QUARTER_Z = Float32Array.of(0, -1, 0, 1, 0, 0, 0, 0, 1);

function checkClose(actual: ArrayLike<number>, expected: readonly number[], digits = 6): void {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, i) => expect(actual[i], `number ${i}`).toBeCloseTo(value, digits));
}

test('a quarter turn about z takes x to y', () => {
  const out = new Float32Array(3);
  transform(QUARTER_Z, 0, Float32Array.of(1, 0, 0), 0, out, 0);
  checkClose(out, [0, 1, 0]);
});

test('two quarter turns about z are a half turn', () => {
  const out = new Float32Array(9);
  multiply(QUARTER_Z, 0, QUARTER_Z, 0, out, 0);
  checkClose(out, [-1, 0, 0, 0, -1, 0, 0, 0, 1]);
});

test('x × y is z', () => {
  const out = new Float32Array(3);
  cross(Float32Array.of(1, 0, 0), 0, Float32Array.of(0, 1, 0), 0, out, 0);
  checkClose(out, [0, 0, 1]);
});

test('the inverse of a matrix that is no rotation', () => {
  // Rows 2 0 0, 0 4 0, 1 0 1: the inverse has 1/2, 1/4, and −1/2 below.
  const out = new Float32Array(9);
  invert(Float32Array.of(2, 0, 0, 0, 4, 0, 1, 0, 1), 0, out, 0);
  checkClose(out, [0.5, 0, 0, 0, 0.25, 0, -0.5, 0, 1]);
});

test('angles turn about z first, then x, then y', () => {
  const out = new Float32Array(9);
  // y → −x by z, stays by x, → z by y: a quarter turn about y takes −x to z.
  fromAngles(Math.PI / 2, Math.PI / 2, Math.PI / 2, out, 0);
  const turned = new Float32Array(3);
  transform(out, 0, Float32Array.of(0, 1, 0), 0, turned, 0);
  checkClose(turned, [0, 0, 1]);
});

describe('quaternion of a matrix', () => {
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['no turn', [0, 0, 0, 1]],
    ['a quarter turn about x', [HALF, 0, 0, HALF]],
    ['a third of a turn about the diagonal', [0.5, 0.5, 0.5, 0.5]],
    // The trace is not positive: the largest element of the diagonal decides.
    ['a half turn about x', [1, 0, 0, 0]],
    ['a half turn about y', [0, 1, 0, 0]],
    ['a half turn about z', [0, 0, 1, 0]],
    ['nearly a half turn about y', [0, 0.9998477, 0, 0.0174524]],
  ];
  for (const [title, quaternion] of cases) {
    test(`of ${title}`, () => {
      const matrix = new Float32Array(9);
      const out = new Float32Array(4);
      fromQuaternion(Float32Array.from(quaternion), matrix, 0);
      toQuaternion(matrix, 0, out, 0);
      checkClose(out, quaternion);
    });
  }
});

test('the matrix of a quaternion of length 2 is a rotation', () => {
  const matrix = new Float32Array(9);
  fromQuaternion(Float32Array.of(0, 0, 2 * HALF, 2 * HALF), matrix, 0);
  checkClose(matrix, [...QUARTER_Z]);
});

test('normalize makes the length 1', () => {
  const quaternion = Float32Array.of(2, 4, 4, 8); // of length 10
  normalize(quaternion);
  checkClose(quaternion, [0.2, 0.4, 0.4, 0.8]);
});
