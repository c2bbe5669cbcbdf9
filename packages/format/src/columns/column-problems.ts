/**
 * What is wrong with a column of another kind than a writer needs: it would be written as zeros or garbage.
 *
 * Not by instanceof: a column may come from another window. Signed or not makes no difference, the bits are the same.
 *
 * @example
 * kindProblem([1, 2, 3], 4, true); // → 'is no array of 32-bit floats'
 */
export function kindProblem(column: unknown, bytes: number, isFloat: boolean): string | undefined {
  if (ArrayBuffer.isView(column)) {
    const { BYTES_PER_ELEMENT, [Symbol.toStringTag]: tag } = column as Float32Array | Uint8Array;
    if (BYTES_PER_ELEMENT === bytes && (tag === 'Float32Array') === isFloat) return undefined;
  }
  return `is no array of ${8 * bytes}-bit ${isFloat ? 'floats' : 'whole numbers'}`;
}

/** Is any rotation of a column none at all, x y z w = 0? */
export function hasZero(rotations: Float32Array): boolean {
  for (let i = 0; i < rotations.length; i += 4) if (isZeroAt(rotations, i)) return true;
  return false;
}

/** Is the one that begins at `i`? */
export function isZeroAt(rotations: Float32Array, i: number): boolean {
  return rotations[i] === 0 && rotations[i + 1] === 0 && rotations[i + 2] === 0 && rotations[i + 3] === 0;
}
