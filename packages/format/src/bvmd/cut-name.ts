import { cp932Bytes } from '../text/decode-cp932.js';
import { decodeName, wholeBytes } from '../text/name-encoding.js';
import { encodeName, type MmdName } from '../text/name.js';

/*
 * A VMD cuts names at 15 bytes, sometimes inside a character. The text of such a name lacks that character,
 * and its bytes end with the first half of it. In a BVMD, U+FFFD stands there, as decoders of Shift_JIS put
 * it: without it, the name would look complete, and would not fit its bone.
 */
const MARK = [0xef, 0xbf, 0xbd]; // U+FFFD in UTF-8

/**
 * The first byte of a character of two bytes: which one was cut is not known. No program that asks Windows
 * for CP932 writes this one, so that it cannot be a half of some other character.
 */
export const UNKNOWN_HALF = 0xee;

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** Does a name of a VMD end inside a character? */
export function endsInCharacter({ text, bytes, encoding }: MmdName): boolean {
  if (decodeName({ bytes, encoding }) !== text) return false;
  const whole = encoding === undefined ? cp932Bytes(bytes, text.length) : wholeBytes(bytes, encoding);
  return whole < bytes.length;
}

/** Does a name of a BVMD have the mark at its end? */
export function isMarked(bytes: Uint8Array): boolean {
  return MARK.every((byte, i) => bytes[bytes.length - MARK.length + i] === byte);
}

/** A name for a BVMD. */
export function markedName(text: string, isCut: boolean): MmdName {
  const bytes = new TextEncoder().encode(text);
  return { text, bytes: isCut ? Uint8Array.of(...bytes, ...MARK) : bytes };
}

/** The text of a name of a BVMD, without the mark. */
export function markedText(bytes: Uint8Array): string {
  return decoder.decode(isMarked(bytes) ? bytes.subarray(0, -MARK.length) : bytes);
}

/**
 * The same name in CP932: a marked one gets half of some character, so that it fills its field of `width`
 * bytes.
 */
export function cutName({ text, bytes }: MmdName, width: number): MmdName {
  const name = encodeName(text);
  if (!isMarked(bytes) || name.bytes.length !== width - 1) return name;
  return { text, bytes: Uint8Array.of(...name.bytes, UNKNOWN_HALF) };
}
