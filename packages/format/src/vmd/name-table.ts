import { ByteReader } from '../binary/byte-reader.js';
import { decodeCp932 } from '../text/decode-cp932.js';
import { type MmdName, OLD_PADDING, usedBytes } from '../text/name.js';
import { FD_PADDED, ZERO_PADDED } from './common-spelling.js';
import { freeSlots, hashWords } from './hash-words.js';
import { NAME_BYTES } from './layout.js';

/**
 * The distinct names of one section, and which key has which.
 *
 * Thousands of keys share a hundred names, so that a whole 15-byte field is looked up as four words first; only a
 * field never seen before is decoded.
 */
export class NameTable {
  /** Never read; see there. */
  static readonly anchor: NameTable = new NameTable(ByteReader.anchor, 0);

  readonly names: MmdName[] = [];
  readonly #reader: ByteReader;
  readonly #indexByBytes = new Map<string, number>();

  /** Per distinct field: its four words, its name and its padding. */
  readonly #fieldWords: number[] = [];
  readonly #fieldNames: number[] = [];
  readonly #fieldPadding: number[] = [];
  /** 0 is free, else field + 1. */
  readonly #slots: Uint32Array;

  /** How the field of the last {@link intern} call is padded: an or of ZERO_PADDED and FD_PADDED. */
  padding = 0;

  /** `most`: how many fields {@link intern} may meet. */
  constructor(reader: ByteReader, most: number) {
    this.#reader = reader;
    this.#slots = freeSlots(most);
  }

  /** The index in `names` of the 15-byte field at `at`. O(1). */
  intern(at: number): number {
    const reader = this.#reader;
    const w0 = reader.bits32At(at);
    const w1 = reader.bits32At(at + 4);
    const w2 = reader.bits32At(at + 8);
    const w3 = reader.bits32At(at + NAME_BYTES - 4); // overlaps w2 by a byte
    const field = this.#find(at, w0, w1, w2, w3);
    this.padding = this.#fieldPadding[field]!;
    return this.#fieldNames[field];
  }

  /** The index in `names` of a field of any width. O(width). */
  internField(field: Uint8Array): number {
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

  #find(at: number, w0: number, w1: number, w2: number, w3: number): number {
    const words = this.#fieldWords;
    const mask = this.#slots.length - 1;
    for (let slot = hashWords(w0, w1, w2, w3) & mask; ; slot = (slot + 1) & mask) {
      const field = this.#slots[slot] - 1;
      if (field < 0) return this.#add(slot, at, w0, w1, w2, w3);
      const i = 4 * field;
      if (words[i] === w0 && words[i + 1] === w1 && words[i + 2] === w2 && words[i + 3] === w3) return field;
    }
  }

  #add(slot: number, at: number, w0: number, w1: number, w2: number, w3: number): number {
    const field = this.#fieldNames.push(this.internField(this.#reader.bytesAt(at, NAME_BYTES))) - 1;
    this.#fieldWords.push(w0, w1, w2, w3);
    this.#fieldPadding.push(this.padding);
    this.#slots[slot] = field + 1;
    return field;
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
