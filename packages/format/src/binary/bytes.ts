/** Do two arrays have the same bytes? */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/**
 * The same memory as whole numbers of 32 bits. Copied as floats, a signalling NaN would become quiet. Signed:
 * an engine allocates memory for most larger numbers until it has compiled the code.
 */
export function wordsOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength / 4);
}

/**
 * The bytes of a buffer or of a view of one, without a copy.
 *
 * @throws TypeError if `input` is neither.
 */
export function asBytes(input: Uint8Array | ArrayBuffer): Uint8Array {
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  // `instanceof` would refuse a buffer from another window.
  if (input?.byteLength >= 0) return new Uint8Array(input);
  throw new TypeError('bytes must be a Uint8Array or an ArrayBuffer');
}
