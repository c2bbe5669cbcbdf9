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
