import { findBoneCycles } from '@odori/format/internal';
import { expect, test } from 'vitest';

const cyclesOf = (...parents: number[]): number[] => findBoneCycles(parents.map((parent) => ({ parent })));

test('a tree has no cycle; a missing parent ends the way up', () => {
  expect(cyclesOf(-1, 0, 0, 1)).toEqual([]);
  expect(cyclesOf(7, -5)).toEqual([]);
});

test('one bone of each cycle is found, whatever its children are; without its parent the cycle is open', () => {
  expect(cyclesOf(1, 0, 0)).toEqual([1]); // 0 → 1 → 0, and 2 → 0
  expect(cyclesOf(0)).toEqual([0]); // its own parent
  expect(cyclesOf(1, 2, 0, 4, 3)).toEqual([2, 4]); // two rings
});

test('a long chain is followed once', () => {
  const chain = Array.from({ length: 100_000 }, (_, i) => i + 1);
  expect(cyclesOf(...chain)).toEqual([]);
  chain[99_999] = 0;
  expect(cyclesOf(...chain)).toEqual([99_999]);
});
