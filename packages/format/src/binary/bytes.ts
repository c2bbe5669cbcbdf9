export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** The same memory as whole numbers: copied as floats, a signalling NaN would come back quiet. */
export function wordsOf(column: Float32Array | Int32Array | Uint32Array): Uint32Array {
  return new Uint32Array(column.buffer, column.byteOffset, column.length);
}

/**
 * The bytes of what a caller has at hand, without a copy.
 *
 * @throws TypeError if it is neither a buffer nor a view of one.
 */
export function asBytes(input: Uint8Array | ArrayBuffer): Uint8Array {
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  // Not by instanceof: a buffer may come from another window.
  if (input.byteLength >= 0) return new Uint8Array(input);
  throw new TypeError('not a Uint8Array or ArrayBuffer');
}
