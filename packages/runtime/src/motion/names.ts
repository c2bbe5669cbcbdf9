/** Bytes of a bone's or a morph's name in a motion file. */
const FIELD_BYTES = 15;

/** Does a name fill its field, so that its end may be missing? */
export function isFullName(bytes: Uint8Array): boolean {
  return bytes.length >= FIELD_BYTES;
}

/**
 * What a motion file keeps of a name: as many characters as 15 bytes of CP932 hold whole.
 *
 * By rule, without an encoder: ASCII and half-width kana take one byte, all others two.
 *
 * @example
 * cutName('スカート上着制服裾'); // → 'スカート上着制': the eighth character would end at byte 16
 */
export function truncateName(name: string): string {
  let bytes = 0;
  let length = 0;
  for (const character of name) {
    bytes += isSingleByte(character.codePointAt(0)!) ? 1 : 2;
    if (bytes > FIELD_BYTES) break;
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
  const cut = tracks.get(truncateName(name));
  return cut?.isTruncated ? cut : undefined;
}

function isSingleByte(point: number): boolean {
  return point < 0x80 || (point >= 0xff61 && point <= 0xff9f);
}

/**
 * Per IK bone its place among the names of a motion's switches, −1 if it is none of them. O(names + IK bones).
 *
 * MMD fills only 15 of the 20 bytes of such a name reliably: one that was cut there fits as well.
 */
export function findIkSwitches(names: readonly string[], ikBones: readonly string[]): number[] {
  const exact = indexByName(names);
  const cut = indexByName(names.map(truncateName));
  return ikBones.map((name) => exact.get(name) ?? cut.get(truncateName(name)) ?? -1);
}

/** Where each name stands; of several that are alike the first. O(names). */
export function indexByName(names: readonly string[]): Map<string, number> {
  const indices = new Map<string, number>();
  for (let i = names.length - 1; i >= 0; i--) indices.set(names[i], i);
  return indices;
}
