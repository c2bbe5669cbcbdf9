import { VMD_NAME_BYTES } from '@odori/format/internal';

/*
 * How the names in motion files match the names of a model. Motion files truncate long names.
 */

/** Whether a name fills its field, so that it may be truncated. */
export function isFullName(bytes: Uint8Array): boolean {
  return bytes.length >= VMD_NAME_BYTES;
}

/**
 * A name as a motion file truncates it: the characters that fit completely into `most` bytes of CP932, 15 by
 * default.
 *
 * Needs no encoder: ASCII and half-width kana take one byte, all other characters two.
 *
 * @example
 * truncateName('スカート上着制服裾'); // → 'スカート上着制': the eighth character would end at byte 16
 */
function truncateName(name: string, most: number = VMD_NAME_BYTES): string {
  let bytes = 0;
  let length = 0;
  for (const character of name) {
    bytes += isSingleByte(character.codePointAt(0)!) ? 1 : 2;
    if (bytes > most) break;
    length += character.length;
  }
  return name.slice(0, length);
}

/** The track that drives a bone or a morph: the track of its name, or one of the truncated name. O(1). */
export function findTrack<T extends { readonly isTruncated: boolean }>(
  tracks: ReadonlyMap<string, T>,
  name: string,
): T | undefined {
  const exact = tracks.get(name);
  if (exact) return exact;
  const truncated = tracks.get(truncateName(name));
  return truncated?.isTruncated ? truncated : undefined;
}

function isSingleByte(point: number): boolean {
  return point < 0x80 || (point >= 0xff61 && point <= 0xff9f);
}

/** The field of an IK bone's name in a VMD file. */
const IK_NAME_BYTES = 20;

/**
 * Per IK bone, the index of its switch among `names`, −1 if the motion has none. O(names + IK bones).
 *
 * A name may have been truncated to the 20 bytes of its field, or to the 15 that other names have. A name
 * between the two was not truncated, and matches only itself.
 */
export function findIkSwitches(names: readonly string[], ikBones: readonly string[]): number[] {
  const exact = indexByName(names);
  const find = (name: string, most?: number): number | undefined => exact.get(truncateName(name, most));
  return ikBones.map((name) => exact.get(name) ?? find(name, IK_NAME_BYTES) ?? find(name) ?? -1);
}

/** The index of each name, the first one of duplicates. O(names). */
export function indexByName(names: readonly string[]): Map<string, number> {
  const indices = new Map<string, number>();
  for (let i = names.length - 1; i >= 0; i--) indices.set(names[i], i);
  return indices;
}
