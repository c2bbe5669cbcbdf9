import { OLD_PADDING } from '../text/name.js';

/** The used part of a text field of a model: up to the first NUL, whatever follows. */
export function textIn(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

/** Bytes as a field of fixed width: cut there, else closed by a NUL and filled with FD, as MMD's own models have it. */
export function textField(bytes: Uint8Array, width: number): Uint8Array {
  const field = new Uint8Array(width).fill(OLD_PADDING);
  field.set(bytes.subarray(0, width));
  if (bytes.length < width) field[bytes.length] = 0;
  return field;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
