import type { FormatWarning } from '../errors.js';
import { decodeCp932 } from './decode-cp932.js';
import { encodeCp932 } from './encode-cp932.js';

/** A name in a document: its text for people and for binding, its bytes as identity. */
export interface MmdName {
  readonly text: string;
  /**
   * The bytes in the file, up to the NUL, CP932 in most formats. Names with different bytes are different
   * names, even if their texts are equal. To rename, replace the whole entry: writers ignore bytes that do
   * not decode to `text`. Names of a parsed document may be views of one buffer.
   */
  readonly bytes: Uint8Array;
}

/** A name for a document from its text. */
export function encodeName(text: string): MmdName {
  return { text, bytes: encodeCp932(text).bytes };
}

/**
 * The used part of a fixed-width text field: up to the NUL.
 *
 * A field that begins with NUL is not always empty: MMD 9 overwrites the first byte of a name that CP932
 * cannot express with NUL (`00 b6 3f 5f …`). Such a name ends at the next NUL.
 */
export function usedBytes(field: Uint8Array): Uint8Array {
  const used = bytesToNul(field);
  if (used.length > 0 || field.length < 2 || field[1] === 0 || field[1] === OLD_PADDING) return used;
  return field.subarray(0, 1 + bytesToNul(field.subarray(1)).length);
}

/** The bytes of a field up to its first NUL. */
export function bytesToNul(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

/** Old MMD fills a field after the NUL with FD, MMD 9 with zero. */
export const OLD_PADDING = 0xfd;

/** @inline */
export type OnWarning = (warning: FormatWarning) => void;

/** Where a name is written. */
interface NamePlace {
  readonly section: string;
  readonly offset: number;
  /** How often. */
  readonly count?: number; // 1
}

/** The name itself if its bytes decode to its text; else the text encoded anew. */
export function writableName(name: MmdName): MmdName {
  return decodeCp932(name.bytes) === name.text ? name : encodeName(name.text);
}

/**
 * Reports what a name loses in a field of `width` bytes. `used`: the part of a field that readers of the
 * format use.
 */
export function reportName(
  name: MmdName,
  width: number,
  place: NamePlace,
  onWarning: OnWarning,
  used: (field: Uint8Array) => Uint8Array = usedBytes,
): void {
  const { bytes } = writableName(name);
  const { section, offset, count = 1 } = place;
  const quoted = JSON.stringify(name.text);
  const lost = decodeCp932(bytes) === name.text ? [] : encodeCp932(name.text).lost;
  if (lost.length > 0) {
    const written = JSON.stringify(decodeCp932(bytes));
    const message = `name ${quoted} is written ${written}: CP932 lacks ${lost.join(' ')}`;
    onWarning({ code: 'name-not-cp932', section, count, offset, message });
  }
  if (used(bytes).length < bytes.length) {
    const message = `name ${quoted} contains a NUL, where readers stop`;
    onWarning({ code: 'not-expressible', section, count, offset, message });
  }
  if (bytes.length > width) {
    const left = JSON.stringify(decodeCp932(bytes.subarray(0, width)));
    const message = `name ${quoted} (${bytes.length} bytes) is truncated to ${width} bytes: ${left}`;
    onWarning({ code: 'name-truncated', section, count, offset, message });
  }
}
