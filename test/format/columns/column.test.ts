import { expect, test } from 'vitest';
import { checkColumn, hasZero, isZeroAt, kindProblem, withLength } from '#src/format/columns/column.js';

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
  const sample = new Float32Array(3);
  expect(() => checkColumn('bones.positions', new Float32Array(9), sample, 2)).not.toThrow();
  expect(() => checkColumn('bones.positions', new Float32Array(5), sample, 2)).toThrow(
    new RangeError('bones.positions has 5 entries, 2 keys need 6'),
  );
  expect(() => checkColumn('bones.positions', new Uint32Array(6), sample, 2)).toThrow(
    new RangeError('bones.positions is not an array of 32-bit floats'),
  );
});

test('a rotation of length zero is found wherever it stands', () => {
  const rotations = Float32Array.of(0, 0, 0, 1, 0, 0, 0, -0);
  expect(hasZero(rotations)).toBe(true);
  expect(isZeroAt(rotations, 0)).toBe(false);
  expect(isZeroAt(rotations, 4)).toBe(true);
  expect(hasZero(rotations.subarray(0, 4))).toBe(false);
});

test('a longer column has zeros after its old entries', () => {
  expect(withLength(Uint8Array.of(7), 3)).toEqual(Uint8Array.of(7, 0, 0));
  expect(withLength(Float32Array.of(1.5), 2)).toEqual(Float32Array.of(1.5, 0));
});

test('memory that was not made here is never written to', () => {
  const memory = Float32Array.of(1, 2, 3);
  const longer = withLength(memory.subarray(0, 1), 2);
  longer[1] = 9;
  expect(memory).toEqual(Float32Array.of(1, 2, 3));
});

test('growing by one entry does not copy every time', () => {
  let column = new Uint32Array(0);
  const buffers = new Set<ArrayBufferLike>();
  for (let i = 0; i < 1000; i++) {
    column = withLength(column, i + 1);
    column[i] = i;
    buffers.add(column.buffer);
  }
  expect(column[999]).toBe(999);
  expect(buffers.size).toBeLessThan(10); // 16, 34, 70, 142, … doubles
});

test('a column that is shortened and lengthened again has zeros at its new end', () => {
  const long = withLength(withLength(new Uint8Array(0), 4).fill(5), 2);
  expect(withLength(long, 4)).toEqual(Uint8Array.of(5, 5, 0, 0));
});
