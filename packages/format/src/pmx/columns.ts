import { wordsOf } from '../binary/bytes.js';
import { VERTEX_INDEX } from '../binary/record-layout.js';
import { NOT_FINITE } from '../binary/record-reader.js';
import type { PmxReader } from './pmx-reader.js';

/** Where the records of a list are in the file, and how one of them is called: `elements[3].offset`. */
export interface RecordList {
  readonly reader: PmxReader;
  readonly starts: Uint32Array;
  readonly name: string;
}

/** Some floats of every record, `width * starts.length`, from `offset` on. Bit for bit: see {@link wordsOf}. */
export function readFloatColumn(list: RecordList, offset: number, width: number, field = ''): Float32Array {
  const { reader, starts, name } = list;
  const column = new Float32Array(width * starts.length);
  const words = wordsOf(column);
  const { view } = reader;
  let allFinite = true;
  for (let i = 0; i < starts.length; i++) {
    if (!copyWords(view, starts[i] + offset, words, width * i, width)) allFinite = false;
  }
  if (!allFinite) {
    column.forEach((value, i) => {
      if (Number.isFinite(value)) return;
      const record = Math.floor(i / width);
      const at = starts[record] + offset + 4 * (i % width);
      reader.warn('not-finite', `${name}[${record}]${field}`, NOT_FINITE, at);
    });
  }
  return column;
}

/** Tells whether all are finite, read as floats. */
export function copyWords(
  view: DataView,
  at: number,
  column: Uint32Array,
  index: number,
  count: number,
): boolean {
  let allFinite = true;
  for (const end = index + count; index < end; index++, at += 4) {
    const word = view.getInt32(at, true);
    if ((word & EXPONENT) === EXPONENT) allFinite = false;
    column[index] = word;
  }
  return allFinite;
}

const EXPONENT = 0x7f800000; // all ones: a NaN or an infinity

/** The index at the start of every record; signed, except those of vertices. */
export function readIndexColumn(list: RecordList, kind: number): Uint32Array | Int32Array {
  const { reader, starts, name } = list;
  const indices = kind === VERTEX_INDEX ? new Uint32Array(starts.length) : new Int32Array(starts.length);
  const most = reader.counts[kind];
  let allSound = most < Infinity; // else they are checked when it is known
  for (let i = 0; i < starts.length; i++) {
    const index = reader.indexAt(starts[i], kind);
    if (index < -1 || index >= most) allSound = false;
    indices[i] = index;
  }
  if (!allSound) {
    reader.whenKnown(kind, () => {
      indices.forEach((index, i) => {
        reader.checkedIndex(index, kind, `${name}[${i}]`, starts[i]);
      });
    });
  }
  return indices;
}
