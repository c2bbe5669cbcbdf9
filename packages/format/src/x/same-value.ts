import { sameBytes, wordsOf } from '../binary/bytes.js';

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
