/** Do two arrays have the same bytes? */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/**
 * Do two plain values say the same? Columns are compared bit for bit, so that NaN equals NaN and −0 is not 0.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (ArrayBuffer.isView(a) || ArrayBuffer.isView(b)) return isColumn(a) && isColumn(b) && sameColumn(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => sameValue(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}

type Column = Float32Array | Uint32Array;

function isColumn(value: object): value is Column {
  return value instanceof Float32Array || value instanceof Uint32Array;
}

function sameColumn(a: Column, b: Column): boolean {
  const bytesOf = (column: Column): Uint8Array => {
    const { buffer, byteOffset, byteLength } = wordsOf(column);
    return new Uint8Array(buffer, byteOffset, byteLength);
  };
  return sameBytes(bytesOf(a), bytesOf(b));
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
