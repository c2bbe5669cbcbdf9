import { decodeCp932 } from '@odori/format';
import { crc32 } from './crc32.js';
import { extraField, UNICODE_PATH } from './extra-field.js';

/** The name of a zip's entry as the directory has it. */
export interface RawName {
  readonly bytes: Uint8Array;
  /** The entry says itself that its name is UTF-8. */
  readonly isUtf8: boolean;
  readonly extra: Uint8Array;
}

/**
 * The names of a zip's entries as text, in their order. O(bytes).
 *
 * Those that say nothing about their encoding are UTF-8 if all of them together can be, else Shift_JIS: a zip comes
 * from one tool, and ﾃｸ in Shift_JIS is ø in UTF-8.
 *
 * @see Windows packs in the code page of its language, macOS in UTF-8, and neither says so.
 */
export function decodeNames(names: readonly RawName[]): string[] {
  const known = names.map((name) => nameSaid(name));
  const guessed = decodeAlike(names.filter((_, i) => known[i] === undefined).map(({ bytes }) => bytes));
  let next = 0;
  return known.map((name) => name ?? guessed[next++]);
}

function nameSaid({ bytes, isUtf8, extra }: RawName): string | undefined {
  return unicodePath(bytes, extra) ?? (isUtf8 ? new TextDecoder().decode(bytes) : undefined);
}

/** Void if a tool that did not know of it has changed the name since. */
function unicodePath(name: Uint8Array, extra: Uint8Array): string | undefined {
  const field = extraField(extra, UNICODE_PATH);
  if (!field || field.length < 1 + 4 || field[0] !== 1) return undefined;
  const crc = new DataView(field.buffer, field.byteOffset, field.byteLength).getUint32(1, true);
  return crc === crc32(name) ? new TextDecoder().decode(field.subarray(1 + 4)) : undefined;
}

function decodeAlike(names: readonly Uint8Array[]): string[] {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    return names.map((bytes) => utf8.decode(bytes));
  } catch {
    return names.map((bytes) => decodeCp932(bytes));
  }
}
