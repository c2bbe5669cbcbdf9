import { sameBytes } from '../binary/bytes.js';
import { textOfUnits } from '../text/decode-cp932.js';

/** What {@link decodePmxText} gives. */
interface PmxText {
  readonly text: string;
  /** Encoding it would give other bytes. */
  readonly isLossy: boolean;
}

/**
 * The text of UTF-8 or UTF-16LE bytes. A byte order mark is a character of it, a lone surrogate of UTF-16
 * stays as it is, and what UTF-8 does not define becomes U+FFFD. O(bytes).
 */
export function decodePmxText(bytes: Uint8Array, isUtf8: boolean): PmxText {
  if (!isUtf8) {
    // Not by TextDecoder: it replaces lone surrogates.
    const isLossy = bytes.length % 2 !== 0; // an odd byte at the end is no unit
    const units = new Uint16Array(bytes.slice(0, isLossy ? -1 : undefined).buffer);
    return { text: textOfUnits(units), isLossy };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const isLossy = text.includes('\ufffd') && !sameBytes(new TextEncoder().encode(text), bytes);
  return { text, isLossy };
}

/** The bytes of a text; in UTF-8, a lone surrogate becomes U+FFFD. O(length). */
export function encodePmxText(text: string, isUtf8: boolean): Uint8Array {
  if (isUtf8) return new TextEncoder().encode(text);
  const bytes = new Uint8Array(2 * text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes[2 * i] = unit; // the low byte of it
    bytes[2 * i + 1] = unit >> 8;
  }
  return bytes;
}
