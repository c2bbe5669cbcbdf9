import type { FormatWarning } from '../errors.js';
import { decodeCp932 } from './decode-cp932.js';
import { encodeCp932, encodeName } from './encode-cp932.js';
import { type MmdName, usedBytes } from './name.js';

export type OnWarning = (warning: FormatWarning) => void;

/** Where a name is written. */
export interface NamePlace {
  readonly section: string;
  readonly offset: number;
  /** How often. */
  readonly count?: number; // 1
}

/** The name itself if its bytes decode to its text; else the text encoded anew. */
export function writableName(name: MmdName): MmdName {
  return decodeCp932(name.bytes) === name.text ? name : encodeName(name.text);
}

/** Reports what a name loses in a field of `width` bytes. `used`: the part of a field that readers of the format use. */
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
