/** A column of a document: the same field of all keys of a section. */
export type Column = Float32Array | Uint32Array | Uint8Array;

/**
 * What is wrong with a column of another kind than a writer needs: it would be written as zeros or garbage.
 *
 * `instanceof` would refuse a column from another window. Signed and unsigned columns are the same, bit for
 * bit.
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

/**
 * Checks a column of a section with `count` keys. `sample` is the same column of a section with one key.
 *
 * @throws RangeError if the column is of another kind than `sample`, or too short. `name`: such as
 * `bones.frames`.
 */
export function checkColumn(name: string, column: unknown, sample: Column, count: number): void {
  const problem = kindProblem(column, sample.BYTES_PER_ELEMENT, sample instanceof Float32Array);
  if (problem) throw new RangeError(`${name} ${problem}`);
  const { length } = column as Column;
  const needed = sample.length * count;
  if (length >= needed) return;
  throw new RangeError(`${name} has ${length} entries, ${count} keys need ${needed}`);
}

/** Does a column have a rotation of length zero, x y z w = 0? */
export function hasZero(rotations: Float32Array): boolean {
  // w is hardly ever 0.
  for (let i = 0; i < rotations.length; i += 4) if (!rotations[i + 3] && isZeroAt(rotations, i)) return true;
  return false;
}

/** Is the rotation that begins at `i` of length zero? */
export function isZeroAt(rotations: Float32Array, i: number): boolean {
  return rotations[i] === 0 && rotations[i + 1] === 0 && rotations[i + 2] === 0 && rotations[i + 3] === 0;
}

/**
 * How many bytes are in use of each buffer that {@link withLength} made. Other memory, such as a copied
 * column's, is never written to.
 */
const used = /* @__PURE__ */ new WeakMap<ArrayBufferLike, number>();

/**
 * The same column with another length; new entries are zero. Growing n times by one entry costs O(n) in all.
 *
 * @example
 * withLength(Uint8Array.of(7), 3); // → [7, 0, 0]
 */
export function withLength<T extends Column>(column: T, length: number): T {
  const make = column.constructor as new (
    from: number | ArrayBufferLike,
    offset?: number,
    length?: number,
  ) => T;
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = column;
  const bytes = length * BYTES_PER_ELEMENT;
  const isLatest = byteOffset === 0 && used.get(buffer) === column.byteLength;
  if (isLatest && bytes >= column.byteLength && bytes <= buffer.byteLength) {
    used.set(buffer, bytes);
    return new make(buffer, 0, length);
  }
  const room = new make(Math.max(16, 2 * length));
  room.set(column.subarray(0, length));
  used.set(room.buffer, bytes);
  return new make(room.buffer, 0, length);
}
