/** What a column holds: 8-bit or 32-bit whole numbers, or 32-bit floats. */
export type ColumnKind = 'bytes' | 'floats' | 'words';

/**
 * What is wrong with a column of another kind than a writer needs: it would be written as zeros or garbage.
 *
 * `instanceof` would refuse a column from another window. Signed and unsigned columns are the same, bit for bit.
 *
 * @example
 * kindProblem([1, 2, 3], 4, true); // → 'is not an array of 32-bit floats'
 */
export function kindProblem(column: unknown, bytes: number, isFloat: boolean): string | undefined {
  if (ArrayBuffer.isView(column)) {
    const { BYTES_PER_ELEMENT, [Symbol.toStringTag]: tag } = column as Float32Array | Uint8Array;
    if (BYTES_PER_ELEMENT === bytes && (tag === 'Float32Array') === isFloat) return undefined;
  }
  return `is not an array of ${8 * bytes}-bit ${isFloat ? 'floats' : 'whole numbers'}`;
}

/** @throws RangeError if a column is of another kind. `name`: such as `bones.frames`. */
export function checkColumnKind(name: string, column: unknown, kind: ColumnKind): void {
  const problem = kindProblem(column, kind === 'bytes' ? 1 : 4, kind === 'floats');
  if (problem) throw new RangeError(`${name} ${problem}`);
}

/** @throws RangeError if a column is of another kind, or has fewer than `perKey * count` entries. */
export function checkColumn(
  name: string,
  column: ArrayLike<number>,
  kind: ColumnKind,
  perKey: number,
  count: number,
): void {
  checkColumnKind(name, column, kind);
  const needed = perKey * count;
  if (column.length >= needed) return;
  throw new RangeError(`${name} has ${column.length} entries, ${count} keys need ${needed}`);
}

/** Does a column have a rotation of length zero, x y z w = 0? */
export function hasZero(rotations: Float32Array): boolean {
  for (let i = 0; i < rotations.length; i += 4) if (isZeroAt(rotations, i)) return true;
  return false;
}

/** Is the rotation that begins at `i` of length zero? */
export function isZeroAt(rotations: Float32Array, i: number): boolean {
  return rotations[i] === 0 && rotations[i + 1] === 0 && rotations[i + 2] === 0 && rotations[i + 3] === 0;
}
