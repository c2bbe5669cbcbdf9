import { cp932Bytes, decodeLongCp932 } from '../text/decode-cp932.js';
import type { VpdEncoding } from './vpd.js';

/** A text file as text, with its bytes to find the byte offset of a character. */
export interface DecodedText {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly encoding: VpdEncoding;
  /** The byte offset of the text: after its byte order mark. */
  readonly start: number;
}

const BYTE_ORDER_MARKS: readonly (readonly [VpdEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Decodes a whole text file: by its byte order mark; without one as UTF-8 if it is valid and not plain ASCII;
 * else as CP932.
 *
 * The file is decoded before it is parsed, because the second byte of a CP932 character can be `{`, `}` or
 * `\` (ボ is 83 7B). The whole file also makes the guess safe: MMD's own comments are never valid UTF-8, but
 * single names (髮親) can be.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  for (const [encoding, mark] of BYTE_ORDER_MARKS) {
    if (!mark.every((byte, i) => bytes[i] === byte)) continue;
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.slice(mark.length));
    return { bytes, text, encoding, start: mark.length };
  }
  const isAscii = bytes.every((byte) => byte < 0x80);
  const utf8 = validUtf8(bytes);
  if (utf8 === undefined) return { bytes, text: decodeLongCp932(bytes), encoding: 'cp932', start: 0 };
  return { bytes, text: utf8, encoding: isAscii ? 'cp932' : 'utf-8', start: 0 };
}

/** The byte offset of a character. O(length): for errors and warnings. */
export function byteOffsetOf(decoded: DecodedText, index: number): number {
  if (decoded.encoding === 'cp932') return cp932Bytes(decoded.bytes, index);
  let offset = decoded.start;
  for (let i = 0; i < index; i++) offset += unitBytes(decoded.text.charCodeAt(i), decoded.encoding);
  return offset;
}

/** How many bytes a UTF-16 unit takes. The four UTF-8 bytes of a surrogate pair count as two per unit. */
function unitBytes(unit: number, encoding: VpdEncoding): number {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return 2;
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}

/** The text, or undefined if the bytes are not UTF-8. */
function validUtf8(bytes: Uint8Array): string | undefined {
  try {
    const isShared = !(bytes.buffer instanceof ArrayBuffer); // browsers decode no shared memory
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      isShared ? bytes.slice() : bytes,
    );
  } catch {
    return undefined; // a fatal decoder throws on invalid bytes
  }
}
