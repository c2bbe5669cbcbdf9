import { decodeCp932 } from '../text/decode-cp932.js';
import { type MmdName, OLD_PADDING, usedBytes } from '../text/name.js';
import { FD_PADDED, ZERO_PADDED } from './common-spelling.js';

/** The distinct names of one section. */
export class NameTable {
  /** Never read; see that of ByteReader. */
  static readonly anchor: NameTable = new NameTable();

  readonly names: MmdName[] = [];
  readonly #indexByBytes = new Map<string, number>();
  /** How the field of the last {@link intern} call is padded: an or of ZERO_PADDED and FD_PADDED. */
  padding = 0;

  /** The index in `names` of a field of any width. O(width). */
  intern(field: Uint8Array): number {
    this.padding = paddingOf(field);
    const used = usedBytes(field);
    const key = String.fromCharCode(...used);
    let index = this.#indexByBytes.get(key);
    if (index === undefined) {
      const bytes = used.slice(); // the file can be let go
      index = this.names.push({ text: decodeCp932(bytes), bytes }) - 1;
      this.#indexByBytes.set(key, index);
    }
    return index;
  }
}

function paddingOf(field: Uint8Array): number {
  const used = usedBytes(field).length;
  let padding = ZERO_PADDED | FD_PADDED;
  for (let i = used + 1; i < field.length; i++) {
    if (field[i] !== 0) padding &= ~ZERO_PADDED;
    if (field[i] !== OLD_PADDING) padding &= ~FD_PADDED;
  }
  return padding;
}
