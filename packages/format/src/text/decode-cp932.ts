/**
 * The text of CP932 bytes (Windows-31J, the Shift_JIS of MMD), the same on every platform.
 *
 * 00–7F are ASCII and A1–DF half-width kana. A lead byte at the very end, which a name cut at 15 bytes often leaves,
 * is dropped. What CP932 does not define becomes U+FFFD. O(length); the first call also makes a table, in some milliseconds.
 *
 * @see Two-byte codes are the platform's own (`TextDecoder('shift_jis')`); single bytes are not, because Node's ICU
 * swaps 1A, 1C and 7F and refuses 80, which browsers take.
 * @example
 * decodeCp932(Uint8Array.of(0x83, 0x5a, 0x83, 0x93, 0x83)); // → 'セン': the third kana was cut
 */
export function decodeCp932(bytes: Uint8Array): string {
  table ??= makeTable();
  let text = '';
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (!isLead(byte)) text += String.fromCharCode(singleByte(byte));
    else if (at + 1 < bytes.length) {
      const trail = bytes[at + 1]!;
      const unit = table[(byte << 8) | trail]!;
      text += unit === 0 ? UNDEFINED : String.fromCharCode(unit);
      // An undefined pair whose second byte is ASCII lost only its first: the second is a character of its own.
      if (unit !== 0 || trail >= 0x80) at++;
    }
  }
  return text;
}

const UNDEFINED = '\ufffd';

/** UTF-16 units by two-byte code; 0 is undefined. */
let table: Uint16Array | undefined;

const LINE_FEED = 0x0a;

/** Asks the platform for every two-byte code at once, one a line. */
function makeTable(): Uint16Array {
  const codes: number[] = [];
  const lines: number[] = [];
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    for (let trail = 0x40; trail <= 0xfc; trail++) {
      if (!isLead(lead) || trail === 0x7f) continue;
      codes.push((lead << 8) | trail);
      lines.push(lead, trail, LINE_FEED);
    }
  }
  const texts = new TextDecoder('shift_jis').decode(Uint8Array.from(lines)).split('\n');
  const units = new Uint16Array(0x10000);
  codes.forEach((code, i) => {
    const text = texts[i]!;
    if (text.length === 1 && text !== UNDEFINED) units[code] = text.charCodeAt(0);
  });
  return units;
}

function singleByte(byte: number): number {
  if (byte < 0x80) return byte;
  return byte >= 0xa1 && byte <= 0xdf ? byte + 0xfec0 : 0xfffd; // A1 → U+FF61
}

function isLead(byte: number): boolean {
  return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
}
