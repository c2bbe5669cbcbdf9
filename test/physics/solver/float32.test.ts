import { expect, test } from 'vitest';
import { dot, minor } from '#src/physics/solver/float32.js';

test('dot rounds after every product and sum', () => {
  // 2^24 + 1 is no float32: the sum of the first two products loses the 1.
  expect(dot(2 ** 24, 1, 0, 1, 1, 0)).toBe(2 ** 24);
  // From the right to the left, 1 + 1 would count: the order is part of the result.
  expect(dot(2 ** 24, 1, 1, 1, 1, 1)).toBe(2 ** 24);
  expect(dot(1, 1, 2 ** 24, 1, 1, 1)).toBe(2 ** 24 + 2);
});

test('minor is ab − cd', () => {
  expect(minor(3, 5, 2, 4)).toBe(7);
});
