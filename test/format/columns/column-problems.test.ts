import { expect, test } from 'vitest';
import { checkColumn, hasZero, isZeroAt, kindProblem } from '#src/format/columns/column-problems.js';

test('a column of another kind is named with the kind that is needed', () => {
  expect(kindProblem([1, 2, 3], 4, true)).toBe('is not an array of 32-bit floats');
  expect(kindProblem(new Float64Array(1), 4, true)).toBe('is not an array of 32-bit floats');
  expect(kindProblem(new Float32Array(1), 4, false)).toBe('is not an array of 32-bit whole numbers');
  expect(kindProblem(undefined, 1, false)).toBe('is not an array of 8-bit whole numbers');
});

test('signed and unsigned columns are the same kind', () => {
  expect(kindProblem(new Int32Array(1), 4, false)).toBeUndefined();
  expect(kindProblem(new Uint32Array(1), 4, false)).toBeUndefined();
});

test('a column must have its numbers for every key and may have more', () => {
  expect(() => checkColumn('bones.positions', new Float32Array(9), 'floats', 3, 2)).not.toThrow();
  expect(() => checkColumn('bones.positions', new Float32Array(5), 'floats', 3, 2)).toThrow(
    new RangeError('bones.positions has 5 entries, 2 keys need 6'),
  );
});

test('a rotation of length zero is found wherever it stands', () => {
  const rotations = Float32Array.of(0, 0, 0, 1, 0, 0, 0, -0);
  expect(hasZero(rotations)).toBe(true);
  expect(isZeroAt(rotations, 0)).toBe(false);
  expect(isZeroAt(rotations, 4)).toBe(true);
  expect(hasZero(rotations.subarray(0, 4))).toBe(false);
});
