/**
 * The text of CP932 bytes (Windows-31J, the Shift_JIS of MMD), the same on every platform.
 *
 * 00–7F are ASCII and A1–DF half-width kana. A lead byte at the very end, as names truncated to 15 bytes
 * often have, is dropped. Codes that CP932 does not define become U+FFFD. O(length).
 *
 * @see Two-byte codes are decoded by the platform (`TextDecoder('shift_jis')`). Single bytes are not, because
 * Node's ICU swaps 1A, 1C and 7F and refuses 80, which browsers accept.
 * @example
 * decodeCp932(Uint8Array.of(0x83, 0x5a, 0x83, 0x93, 0x83)); // → 'セン': the third kana is incomplete
 */
export function decodeCp932(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const unit = unitAt(bytes, at);
    at += codeBytes(bytes, at, unit);
    if (unit !== DANGLING) text += String.fromCharCode(unit);
  }
  // V8 makes a chain of 32 bytes a character beyond the twelfth; joined, it is one text again.
  return text.length > 12 ? text.split('').join('') : text;
}

/**
 * The same for whole files. A string that grows by single characters would take thirty times its memory until
 * it is read.
 */
export function decodeLongCp932(bytes: Uint8Array): string {
  const units = new Uint16Array(Math.min(bytes.length, CHUNK));
  let text = '';
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const unit = unitAt(bytes, at);
    at += codeBytes(bytes, at, unit);
    if (unit === DANGLING) break; // it is the last byte
    units[length++] = unit;
    if (length < CHUNK) continue;
    text += textOfUnits(units);
    length = 0;
  }
  return text + textOfUnits(units.subarray(0, length));
}

/** How many bytes the first `characters` characters of a decoded text take. */
export function cp932Bytes(bytes: Uint8Array, characters: number): number {
  let at = 0;
  for (let i = 0; i < characters && at < bytes.length; i++) at += codeBytes(bytes, at, unitAt(bytes, at));
  return at;
}

const UNDEFINED = 0xfffd;
const DANGLING = -1;

/** The UTF-16 unit of the character that begins at a byte. */
function unitAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (!isLead(byte)) return singleByte(byte);
  if (at + 1 >= bytes.length) return DANGLING;
  const row = (rows[byte] ??= new Uint16Array(0x100));
  return (row[bytes[at + 1]] ||= pairUnit(byte, bytes[at + 1]));
}

/** How many bytes it takes. In an undefined pair, an ASCII second byte is a character of its own. */
function codeBytes(bytes: Uint8Array, at: number, unit: number): number {
  return isLead(bytes[at]) && (unit !== UNDEFINED || bytes[at + 1] >= 0x80) ? 2 : 1;
}

/** By lead byte: UTF-16 units by second byte, 0 if not looked up yet. */
const rows: Uint16Array[] = [];

let decoder: TextDecoder | undefined;

/** The platform's result for a pair. */
function pairUnit(lead: number, trail: number): number {
  const text = (decoder ??= new TextDecoder('shift_jis')).decode(Uint8Array.of(lead, trail));
  return text.length === 1 ? text.charCodeAt(0) : UNDEFINED;
}

function singleByte(byte: number): number {
  if (byte < 0x80) return byte;
  return byte >= 0xa1 && byte <= 0xdf ? byte + 0xfec0 : UNDEFINED; // A1 → U+FF61
}

function isLead(byte: number): boolean {
  return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
}

const CHUNK = 8192; // well below the number of arguments that engines accept

/** A text from its UTF-16 units; of bytes, the text is Latin-1. O(length), in as much memory as the text. */
export function textOfUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += CHUNK) {
    const chunk = units.length > CHUNK ? units.subarray(at, at + CHUNK) : units;
    text += String.fromCharCode.apply(null, chunk as unknown as number[]);
  }
  return text;
}
