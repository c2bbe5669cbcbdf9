/**
 * The checksum of zip (CRC-32, polynomial EDB88320 reflected), unsigned; `crc` is that of the bytes before. O(length).
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.4.7
 * @example
 * crc32(new TextEncoder().encode('123456789')); // → 0xcbf43926
 */
export function crc32(bytes: Uint8Array, crc = 0): number {
  const table = (remainders ??= makeRemainders());
  let state = ~crc;
  for (let i = 0; i < bytes.length; i++) state = table[(state ^ bytes[i]) & 0xff] ^ (state >>> 8);
  return ~state >>> 0;
}

let remainders: Uint32Array | undefined;

/** By byte: what eight steps of the division leave. */
function makeRemainders(): Uint32Array {
  return Uint32Array.from({ length: 0x100 }, (_, byte) => {
    let state = byte;
    for (let bit = 0; bit < 8; bit++) state = state & 1 ? (state >>> 1) ^ 0xedb88320 : state >>> 1;
    return state;
  });
}
