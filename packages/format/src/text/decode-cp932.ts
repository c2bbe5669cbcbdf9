import { textOfUnits } from './text-of-units.js';

/**
 * The text of CP932 bytes (Windows-31J, the Shift_JIS of MMD), the same on every platform.
 *
 * 00–7F are ASCII and A1–DF half-width kana. A lead byte at the very end, which a name cut at 15 bytes often leaves,
 * is dropped. What CP932 does not define becomes U+FFFD. O(length).
 *
 * @see Two-byte codes are the platform's own (`TextDecoder('shift_jis')`); single bytes are not, because Node's ICU
 * swaps 1A, 1C and 7F and refuses 80, which browsers take.
 * @example
 * decodeCp932(Uint8Array.of(0x83, 0x5a, 0x83, 0x93, 0x83)); // → 'セン': the third kana was cut
 */
export function decodeCp932(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const unit = unitAt(bytes, at);
    at += codeBytes(bytes, at, unit);
    if (unit !== DANGLING) text += String.fromCharCode(unit);
  }
  return text;
}

/** The same for whole files: a text that grows by single characters takes thirty times its size until it is read. */
export function decodeLongCp932(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const unit = unitAt(bytes, at);
    at += codeBytes(bytes, at, unit);
    if (unit !== DANGLING) units[length++] = unit;
  }
  return textOfUnits(units.subarray(0, length));
}

/** How many bytes the first `characters` characters of a decoded text take. */
export function cp932Bytes(bytes: Uint8Array, characters: number): number {
  let at = 0;
  for (let i = 0; i < characters && at < bytes.length; i++) at += codeBytes(bytes, at, unitAt(bytes, at));
  return at;
}

const UNDEFINED = 0xfffd;
const DANGLING = -1;

/** The character that begins at a byte. */
function unitAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (!isLead(byte)) return singleByte(byte);
  if (at + 1 >= bytes.length) return DANGLING;
  return (rows[byte] ??= makeRow(byte))[bytes[at + 1]] || UNDEFINED;
}

/** An undefined pair whose second byte is ASCII lost only its first: the second is a character of its own. */
function codeBytes(bytes: Uint8Array, at: number, unit: number): number {
  return isLead(bytes[at]) && (unit !== UNDEFINED || bytes[at + 1] >= 0x80) ? 2 : 1;
}

/** By lead byte: UTF-16 units by second byte, 0 where the pair is undefined. */
const rows: Uint16Array[] = [];

/** Asks the platform for all pairs of a lead byte at once, one a line. */
function makeRow(lead: number): Uint16Array {
  const lines = new Uint8Array(3 * 0x100);
  for (let trail = 0; trail < 0x100; trail++) {
    const isTrail = trail >= 0x40 && trail <= 0xfc && trail !== 0x7f;
    lines.set(isTrail ? [lead, trail, LINE_FEED] : [SPACE, SPACE, LINE_FEED], 3 * trail);
  }
  const texts = new TextDecoder('shift_jis').decode(lines).split('\n');
  return Uint16Array.from({ length: 0x100 }, (_, trail) => {
    const text = texts[trail];
    return text.length === 1 && text !== '\ufffd' ? text.charCodeAt(0) : 0;
  });
}

const SPACE = 0x20;
const LINE_FEED = 0x0a;

function singleByte(byte: number): number {
  if (byte < 0x80) return byte;
  return byte >= 0xa1 && byte <= 0xdf ? byte + 0xfec0 : UNDEFINED; // A1 → U+FF61
}

function isLead(byte: number): boolean {
  return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
}
