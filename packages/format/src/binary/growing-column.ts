/** Any column of a document. */
export type Column = Float32Array | Uint32Array | Uint8Array;

/** Buffers made here, with room behind the column: nobody else's memory is ever written to. */
const roomy = /* @__PURE__ */ new WeakSet<ArrayBufferLike>();

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
  const { buffer } = column;
  if (roomy.has(buffer) && length * column.BYTES_PER_ELEMENT <= buffer.byteLength) {
    const longer = new make(buffer, 0, length);
    longer.fill(0, Math.min(column.length, length));
    return longer;
  }
  const room = new make(Math.max(16, 2 * length));
  room.set(column);
  roomy.add(room.buffer);
  return new make(room.buffer, 0, length);
}
