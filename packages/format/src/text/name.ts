import type { FormatWarning } from '../errors.js';
import { decodeCp932 } from './decode-cp932.js';
import { encodeCp932 } from './encode-cp932.js';
import { decodeName, type MmdName } from './name-encoding.js';

export type { MmdName } from './name-encoding.js';

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
  /** The formats that keep what CP932 lacks. */
  readonly alternative?: string; // none
}

/** The name itself if its bytes decode to its text; else the text encoded anew. */
export function writableName(name: MmdName): MmdName {
  return decodeName(name) === name.text ? name : encodeName(name.text);
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
  const { bytes, encoding } = writableName(name);
  const { section, offset, count = 1, alternative } = place;
  const quoted = JSON.stringify(name.text);
  const lost = decodeName({ bytes, encoding }) === name.text ? [] : encodeCp932(name.text).lost;
  if (lost.length > 0) {
    const written = JSON.stringify(decodeCp932(bytes));
    const advice = alternative === undefined ? '' : `; ${alternative} keep it`;
    const message = `name ${quoted} is written ${written}: CP932 lacks ${lost.join(' ')}${advice}`;
    onWarning({ code: 'name-not-cp932', section, count, offset, message });
  }
  if (used(bytes).length < bytes.length) {
    const message = `name ${quoted} contains a NUL, where readers stop`;
    onWarning({ code: 'not-expressible', section, count, offset, message });
  }
  if (bytes.length > width) {
    const left = JSON.stringify(decodeName({ bytes: bytes.subarray(0, width), encoding }));
    const message = `name ${quoted} (${bytes.length} bytes) is truncated to ${width} bytes: ${left}`;
    onWarning({ code: 'name-truncated', section, count, offset, message });
  }
}
