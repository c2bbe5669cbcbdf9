import { decodeCp932 } from '@odori/format';

/**
 * The names of a zip's files as text, in their order, from what fflate makes of them. O(characters).
 *
 * fflate decodes the names that are marked as UTF-8; of the others it gives each byte as a character. These are UTF-8 if
 * all of them together can be, else Shift_JIS: a zip comes from one tool, and ﾃｸ in Shift_JIS is ø in UTF-8. That a name
 * of Latin letters was marked shows only in what it lacks: Shift_JIS does not go far without bytes from 80 to 9F.
 *
 * @see Windows packs in the code page of its language, macOS in UTF-8, and neither says so.
 * @example
 * decodeNames(['\x8a\xe7.png', 'ミク.pmx']); // → ['顔.png', 'ミク.pmx']
 * decodeNames(['K\xf6rper.png']); // → ['Körper.png']
 */
export function decodeNames(names: readonly string[]): string[] {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    return names.map((name) => decodeBytes(name, (bytes) => utf8.decode(bytes)));
  } catch {
    return isLatin(names.join('')) ? [...names] : names.map((name) => decodeBytes(name, decodeCp932));
  }
}

function decodeBytes(name: string, decode: (bytes: Uint8Array) => string): string {
  const isText = /[\u0100-\uffff]/.test(name);
  return isText ? name : decode(Uint8Array.from(name, (byte) => byte.charCodeAt(0)));
}

/** And not bytes of Shift_JIS: half-width kana end at DF, and a kanji that begins above is seldom alone. */
function isLatin(text: string): boolean {
  return /[\xe0-\xff]/.test(text) && !/[\x80-\x9f]/.test(text);
}
