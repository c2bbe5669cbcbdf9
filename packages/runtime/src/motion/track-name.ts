import { VMD_NAME_BYTES } from '@odori/format';

/** Does a name fill its field, so that its end may be missing? */
export function isFullName(bytes: Uint8Array): boolean {
  return bytes.length >= VMD_NAME_BYTES;
}

/**
 * What a motion file keeps of a name: as many characters as 15 bytes of CP932 hold whole.
 *
 * By rule, without an encoder: ASCII and half-width kana take one byte, all others two.
 *
 * @example
 * cutName('スカート上着制服裾'); // → 'スカート上着制': the eighth character would end at byte 16
 */
export function cutName(name: string): string {
  let bytes = 0;
  let length = 0;
  for (const character of name) {
    bytes += isSingleByte(character.codePointAt(0)!) ? 1 : 2;
    if (bytes > VMD_NAME_BYTES) break;
    length += character.length;
  }
  return name.slice(0, length);
}

/**
 * The track that drives a bone or a morph: the one of its name, or one whose name was cut where this goes on.
 *
 * O(1).
 */
export function findTrack<T extends { readonly isTruncated: boolean }>(
  tracks: ReadonlyMap<string, T>,
  name: string,
): T | undefined {
  const exact = tracks.get(name);
  if (exact) return exact;
  const cut = tracks.get(cutName(name));
  return cut?.isTruncated ? cut : undefined;
}

function isSingleByte(point: number): boolean {
  return point < 0x80 || (point >= 0xff61 && point <= 0xff9f);
}
