/** Any column of a document. */
export type Column = Float32Array | Uint32Array | Uint8Array;

/** Buffers made here, and how much of each is used: nobody's memory is written to, not even a sister column's. */
const used = /* @__PURE__ */ new WeakMap<ArrayBufferLike, number>();

/**
 * The same column with another length, new entries being zero; n times one more costs O(n) in all.
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
