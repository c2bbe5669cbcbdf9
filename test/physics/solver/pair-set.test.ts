import { assert, integer, property, tuple, array, boolean } from 'fast-check';
import { expect, test } from 'vitest';
import { PairSet } from '#src/physics/solver/pair-set.js';
import { RUNS } from '#test/support/runs.js';

test('a pair is known between add and delete', () => {
  const pairs = new PairSet();
  expect(pairs.has(1, 2)).toBe(false);
  pairs.add(1, 2);
  expect(pairs.has(1, 2)).toBe(true);
  expect(pairs.has(2, 1)).toBe(false);
  pairs.delete(1, 2);
  expect(pairs.has(1, 2)).toBe(false);
});

test('properties: it agrees with a Set after any adds and deletes', () => {
  const step = tuple(boolean(), integer({ min: 0, max: 30 }), integer({ min: 0, max: 30 }));
  assert(
    property(array(step, { maxLength: 400 }), (steps) => {
      const pairs = new PairSet();
      const expected = new Set<string>();
      for (const [adds, a, b] of steps) {
        if (adds) {
          pairs.add(a, b);
          expected.add(`${a} ${b}`);
        } else {
          pairs.delete(a, b);
          expected.delete(`${a} ${b}`);
        }
      }
      for (let a = 0; a <= 30; a++) {
        for (let b = 0; b <= 30; b++) expect(pairs.has(a, b)).toBe(expected.has(`${a} ${b}`));
      }
    }),
    { numRuns: Math.max(1, Math.floor(RUNS / 10)) },
  );
});
