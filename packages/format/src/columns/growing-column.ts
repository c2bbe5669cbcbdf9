/** Any column of a document. */
export type Column = Float32Array | Uint32Array | Uint8Array;

/** Buffers made here, and how many bytes of each are in use: memory of others, also of copied columns, stays untouched. */
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
