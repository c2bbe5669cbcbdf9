import type { MmdName } from '@odori/format';
import {
  cp932Bytes,
  decodeName,
  encodeCp932,
  encodeName,
  encodeNameIn,
  textOfUnits,
  VMD_NAME_BYTES,
  wholeBytes,
} from '@odori/format/internal';

/** The name of a track in its file. */
export interface TrackName extends MmdName {
  /**
   * Set if the file keeps whole names (BVMD, PMM, VPD): it moves the first, or every bone that has exactly
   * this name. Without it, the name is that of a VMD, whose field has 15 bytes.
   */
  readonly whole?: 'first' | 'every';
}

/**
 * Whether the bytes of a name say all of its text. Those of a name with characters that CP932 lacks do not.
 */
export function isSpelledOut(name: MmdName): boolean {
  return decodeName(name) === name.text;
}

/** Whether a name fills the field of a VMD, so that it may be truncated. */
export function isFull({ bytes }: MmdName): boolean {
  return bytes.length >= VMD_NAME_BYTES;
}

/**
 * What two names have in common if they are one name, whatever file they come from. Names are the same if
 * their bytes in CP932 are; where there are none, if the texts are. O(length).
 */
export function identityOf(name: TrackName): string {
  const { text, bytes, encoding } = name;
  const isField = isSpelledOut(name) && (encoding === undefined || isFull(name));
  if (isField) return `${encoding ?? ''}:${textOfUnits(bytes)}`;
  const { bytes: encoded, lost } = encodeCp932(text);
  return lost.length === 0 ? `:${textOfUnits(encoded)}` : `text:${text}`;
}

/**
 * A key for each of several distinct names: its text. Of names with the same text, the one whose bytes are
 * exactly that text has it as its key, or else the first; the others have their bytes behind it.
 *
 * @example
 * keysOf(names); // → ['手ダミーボーン', '手ダミーボーン (8ee8835f837e815b837b815b839389)']: …左 and …右, truncated
 */
export function keysOf(names: readonly MmdName[]): string[] {
  const owners = new Map<string, MmdName>();
  for (const name of names) {
    const owner = owners.get(name.text);
    if (!owner || (!isExact(owner) && isExact(name))) owners.set(name.text, name);
  }
  const keys = new Set(owners.keys());
  return names.map((name) => {
    if (owners.get(name.text) === name) return name.text;
    let key = `${name.text} (${hexOf(name.bytes)})`;
    while (keys.has(key)) key += '′';
    keys.add(key);
    return key;
  });
}

function isExact({ text, bytes }: MmdName): boolean {
  return textOfUnits(encodeName(text).bytes) === textOfUnits(bytes);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Tracks by {@link keysOf} their names, in their order. */
export function byKey<T extends { readonly name: MmdName }>(tracks: readonly T[]): Map<string, T> {
  const keys = keysOf(tracks.map(({ name }) => name));
  return new Map(tracks.map((track, i) => [keys[i], track]));
}

/** The same name with another text. Half a character at the end of a truncated name stays. */
export function renamed(name: TrackName, text: string): TrackName {
  if (text === name.text) return name;
  const { bytes, encoding } = name;
  const end = encoding === undefined ? cp932Bytes(bytes, name.text.length) : wholeBytes(bytes, encoding);
  const half = isSpelledOut(name) ? bytes.subarray(end) : [];
  const encoded = encoding === undefined ? encodeName(text).bytes : encodeNameIn(text, encoding);
  if (!encoded) return { ...encodeName(text), ...(name.whole && { whole: name.whole }) };
  return { ...name, text, bytes: Uint8Array.of(...encoded, ...half) };
}

/** The index of each name, the first one of duplicates. O(names). */
export function indexByName(names: readonly string[]): Map<string, number> {
  const indices = new Map<string, number>();
  for (let i = names.length - 1; i >= 0; i--) indices.set(names[i], i);
  return indices;
}
