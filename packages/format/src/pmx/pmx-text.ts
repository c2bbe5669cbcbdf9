import { textOfUnits } from '../text/text-of-units.js';
import { sameBytes } from '../vmd/header.js';

/** What {@link decodePmxText} gives. */
interface PmxText {
  readonly text: string;
  /** Encoding it would give other bytes. */
  readonly isLossy: boolean;
}

/**
 * The text of UTF-8 or UTF-16LE bytes. A byte order mark is a character of it, a lone surrogate of UTF-16 stays as it
 * is, and what UTF-8 does not define becomes U+FFFD. O(bytes).
 */
export function decodePmxText(bytes: Uint8Array, isUtf8: boolean): PmxText {
  if (!isUtf8) {
    // Not by TextDecoder: it replaces lone surrogates.
    return { text: textOfUnits(unitsOf(bytes)), isLossy: bytes.length % 2 !== 0 };
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const isLossy = text.includes('\ufffd') && !sameBytes(encodePmxText(text, true), bytes);
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

/** An odd byte at the end is no unit. */
function unitsOf(bytes: Uint8Array): Uint16Array {
  const units = new Uint16Array(bytes.length >> 1);
  for (let i = 0; i < units.length; i++) units[i] = bytes[2 * i] | (bytes[2 * i + 1] << 8);
  return units;
}
