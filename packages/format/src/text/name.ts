/** A name in a document: its text for people and for binding, its bytes as identity. */
export interface MmdName {
  readonly text: string;
  /**
   * The bytes in the file, up to the NUL, CP932 in most formats. Names with different bytes are different names, even if
   * their texts are equal. To rename, replace the whole entry: writers ignore bytes that do not decode to `text`.
   */
  readonly bytes: Uint8Array;
}

/**
 * The used part of a fixed-width text field: up to the NUL.
 *
 * A field that begins with NUL is not always empty: MMD 9 overwrites the first byte of a name that CP932 cannot express
 * with NUL (`00 b6 3f 5f …`). Such a name ends at the next NUL.
 */
export function usedBytes(field: Uint8Array): Uint8Array {
  const used = bytesToNul(field);
  if (used.length > 0 || field.length < 2 || field[1] === 0 || field[1] === OLD_PADDING) return used;
  return field.subarray(0, 1 + bytesToNul(field.subarray(1)).length);
}

/** The bytes of a field up to its first NUL. */
export function bytesToNul(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

/** Old MMD fills a field after the NUL with FD, MMD 9 with zero. */
export const OLD_PADDING = 0xfd;
