import type { ByteReader } from '../binary/byte-reader.js';
import type { ByteWriter } from '../binary/byte-writer.js';
import type { WarningList } from '../errors.js';
import type { Field, WordField } from './layout.js';

/** Records of one section in a file, all inside its bounds. */
export interface RecordRange {
  readonly reader: ByteReader;
  readonly warnings: WarningList;
  readonly section: string;
  readonly at: number;
  readonly recordBytes: number;
  /** Where each record begins and the last one ends, if their length varies. */
  readonly starts?: readonly number[];
  readonly count: number;
}

/** A run of records in a file to be written: record i holds key `order[i]`. */
export interface RecordTarget {
  readonly writer: ByteWriter;
  readonly at: number;
  readonly recordBytes: number;
  readonly starts?: readonly number[];
  readonly order: Uint32Array;
}

/** The offset of a record in its file. */
export function recordStart(records: RecordRange | RecordTarget, index: number): number {
  return records.starts ? records.starts[index]! : records.at + index * records.recordBytes;
}

const EXPONENT = 0x7f800000; // all ones: a NaN or an infinity

/** Fills a column from a field of every record, and reports floats that are not finite. */
export function readWords(range: RecordRange, field: WordField, column: Float32Array | Uint32Array): void {
  const words = wordsOf(column);
  range.reader.gatherWords(range.at + field.offset, range.recordBytes, field.words, words);
  if (column instanceof Float32Array) reportNotFinite(range, field, words);
}

/** Fills a field of every record from a column. */
export function writeWords(target: RecordTarget, field: WordField, column: Float32Array | Uint32Array): void {
  const { writer, at, recordBytes, order } = target;
  const words = wordsOf(column);
  order.forEach((key, i) => {
    writer.seek(at + i * recordBytes + field.offset);
    writer.words(words, field.words * key, field.words);
  });
}

/** The same memory as whole numbers: copied as floats, a signalling NaN would come back quiet. */
export function wordsOf(column: Float32Array | Uint32Array): Uint32Array {
  return new Uint32Array(column.buffer, column.byteOffset, column.length);
}

function reportNotFinite(range: RecordRange, field: WordField, words: Uint32Array): void {
  let count = 0;
  let first = -1;
  for (let i = 0; i < words.length; i++) {
    if ((words[i]! & EXPONENT) !== EXPONENT) continue;
    if (first < 0) first = i;
    count++;
  }
  if (count === 0) return;
  const key = Math.floor(first / field.words);
  reportKey(range, key, 'not-finite', field, 'is not finite', count, 4 * (first % field.words));
}

/** Reports something about a field of a key. */
export function reportKey(
  range: RecordRange,
  key: number,
  code: 'not-finite' | 'zero-quaternion' | 'huge-frame' | 'unsorted-keys' | 'duplicate-keys' | 'odd-value' | 'bad-text',
  field: Field,
  problem: string,
  count: number,
  extraOffset = 0,
): void {
  range.warnings.add(code, range.section, {
    offset: recordStart(range, key) + field.offset + extraOffset,
    where: `${range.section}[${key}].${field.name}`,
    problem,
    count,
  });
}
