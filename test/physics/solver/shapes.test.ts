import { expect, test } from 'vitest';
import {
  BOX,
  CAPSULE,
  contactDistance,
  halfExtents,
  localInertia,
  SPHERE,
} from '#src/physics/solver/shapes.js';

const close = (values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 5));

test('the box around a capsule has a margin of 0.04, the others have none', () => {
  expect(halfExtents(SPHERE, [2, 9, 9])).toEqual([2, 2, 2]);
  expect(halfExtents(BOX, [1, 2, 3])).toEqual([1, 2, 3]);
  expect(halfExtents(CAPSULE, [1, 4, 9])).toEqual(close([1.04, 3.04, 1.04])); // 1 + 4/2 + 0.04
});

test('inertia of a sphere of mass 5 and radius 2: 0.4 · 5 · 4', () => {
  expect(localInertia(SPHERE, 5, [2, 2, 2])).toEqual(close([8, 8, 8]));
});

test('inertia of a box of mass 3 and half extents 1, 2, 3: 3/12 · (16 + 36), (4 + 36), (4 + 16)', () => {
  expect(localInertia(BOX, 3, [1, 2, 3])).toEqual(close([13, 10, 5]));
});

test('inertia of a capsule is that of its box with the margin', () => {
  // Box 2.08 × 6.08 × 2.08, mass 1.2: 0.1 · (6.08² + 2.08²) = 4.12928, 0.1 · 2 · 2.08² = 0.86528
  expect(localInertia(CAPSULE, 1.2, halfExtents(CAPSULE, [1, 4, 0]))).toEqual(
    close([4.12928, 0.86528, 4.12928]),
  );
});

test('contacts stay within 0.02 of the half diagonal', () => {
  expect(contactDistance([2, 3, 6])).toBeCloseTo(0.14, 6); // 0.02 · 7
});
