/** 8 bytes each for those of size, packed size and offset that are ffffffff where they should be. */
export const ZIP64 = 0x0001;
/** Info-ZIP's: version 1, CRC-32 of the name that it replaces, the name in UTF-8. */
export const UNICODE_PATH = 0x7075;

/**
 * What stands in one extra field of a zip's entry, a view; undefined if there is none, or it ends too early. O(fields).
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.5: each is an id u16, a length u16, the content
 */
export function extraField(extra: Uint8Array, id: number): Uint8Array | undefined {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === id && end <= extra.length) return extra.subarray(at + 4, end);
    at = end;
  }
  return undefined;
}
