import { OLD_PADDING } from '../text/name.js';

/** Bytes as a field of fixed width: cut there, else closed by a NUL and filled with FD, as MMD's own models have it. */
export function textField(bytes: Uint8Array, width: number): Uint8Array {
  const field = new Uint8Array(width).fill(OLD_PADDING);
  field.set(bytes.subarray(0, width));
  if (bytes.length < width) field[bytes.length] = 0;
  return field;
}
