import type { ByteReader } from '../binary/byte-reader.js';
import type { MmdName } from '../text/name.js';
import { freeSlots, hashWords } from '../columns/hash-words.js';
import { NAME_BYTES } from './layout.js';
import { NameTable } from './name-table.js';

/**
 * Fills `nameIndex` from the 15 bytes at the head of each record, and `fits` with how each is padded; gives the names.
 *
 * Thousands of keys share a hundred names, so that a whole field is looked up as four words first; only one never seen
 * before is decoded. O(keys).
 */
export function readNames(
  reader: ByteReader,
  start: number,
  recordBytes: number,
  nameIndex: Uint32Array,
  fits: Uint8Array,
): MmdName[] {
  const table = new NameTable();
  const slots = freeSlots(fits.length);
  for (let key = 0, at = start; key < fits.length; key++, at += recordBytes) {
    const first = firstAlike(reader, start, recordBytes, key, slots);
    nameIndex[key] = first < key ? nameIndex[first] : table.intern(reader.bytesAt(at, NAME_BYTES));
    fits[key] = first < key ? fits[first] : table.padding;
  }
  return table.names;
}

/** The first key with the same field: itself, if there is none before. `slots`: 0 is free, else key + 1. */
function firstAlike(
  reader: ByteReader,
  start: number,
  recordBytes: number,
  key: number,
  slots: Uint32Array,
): number {
  const at = start + key * recordBytes;
  const w0 = reader.bits32At(at);
  const w1 = reader.bits32At(at + 4);
  const w2 = reader.bits32At(at + 8);
  const w3 = reader.bits32At(at + NAME_BYTES - 4); // overlaps w2 by a byte
  const mask = slots.length - 1;
  let slot = hashWords(w0, w1, w2, w3) & mask;
  for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const other = start + (slots[slot] - 1) * recordBytes;
    if (
      reader.bits32At(other) === w0 &&
      reader.bits32At(other + 4) === w1 &&
      reader.bits32At(other + 8) === w2 &&
      reader.bits32At(other + NAME_BYTES - 4) === w3
    ) {
      return slots[slot] - 1;
    }
  }
  slots[slot] = key + 1;
  return key;
}
