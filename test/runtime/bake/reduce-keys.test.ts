import { expect, test } from 'vitest';
import { reduceKeys } from '#src/runtime/bake/reduce-keys.js';

test('each keyframe that stays is the furthest that a straight line reaches from the one before', () => {
  expect(reduceKeys(5, (a, b) => b - a <= 3)).toEqual([0, 3, 4]);
  expect(reduceKeys(9, () => true)).toEqual([0, 8]);
  expect(reduceKeys(3, () => false)).toEqual([0, 1, 2]);
  expect(reduceKeys(1, () => true)).toEqual([0]);
});

test('the search tries strides, not every end', () => {
  let calls = 0;
  const kept = reduceKeys(1000, () => ++calls > 0);
  expect([kept, calls < 20]).toEqual([[0, 999], true]);
});
