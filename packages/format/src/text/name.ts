/** A name in a document: the text for people and for binding, the bytes as identity. */
export interface MmdName {
  readonly text: string;
  /**
   * The bytes in the file, up to the NUL, CP932 in most formats. Two names with other bytes are two names, even if
   * they read alike. To rename, replace the whole entry; bytes that do not decode to `text` are ignored by writers.
   */
  readonly bytes: Uint8Array;
}

/**
 * The used part of a fixed-width text field: up to the NUL.
 *
 * A field that begins with NUL is not always empty: MMD 9 puts one over the first byte of a name that CP932 cannot
 * express (`00 b6 3f 5f …`). Such a name reaches to the next NUL.
 */
export function usedBytes(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0);
  if (end > 0) return field.subarray(0, end);
  if (end < 0) return field;
  if (field.length < 2 || field[1] === 0 || field[1] === OLD_PADDING) return field.subarray(0, 0);
  const next = field.indexOf(0, 1);
  return next < 0 ? field : field.subarray(0, next);
}

/** The bytes of a field up to its first NUL, whatever follows. */
export function bytesToNul(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

/** Old MMD fills a field after the NUL with FD, MMD 9 with zero. */
export const OLD_PADDING = 0xfd;
