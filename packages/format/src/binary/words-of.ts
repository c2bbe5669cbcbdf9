/** The same memory as whole numbers: copied as floats, a signalling NaN would come back quiet. */
export function wordsOf(column: Float32Array | Int32Array | Uint32Array): Uint32Array {
  return new Uint32Array(column.buffer, column.byteOffset, column.length);
}
