import type { ByteReader } from '../binary/byte-reader.js';
import type { ByteWriter } from '../binary/byte-writer.js';
import { wordsOf } from '../binary/words-of.js';
import type { MmdFormatErrorCode, WarningList } from '../errors.js';
import type { Field } from './layout.js';

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
  return records.starts ? records.starts[index] : records.at + index * records.recordBytes;
}

/** Fills a column from a field of every record, and reports keys whose floats are not finite. */
export function readWords(range: RecordRange, field: Field, column: Float32Array | Uint32Array): void {
  if (range.count === 0) return;
  const words = wordsOf(column);
  const perKey = words.length / range.count;
  const allFinite = range.reader.gatherWords(range.at + field.offset, range.recordBytes, perKey, words);
  if (allFinite || column instanceof Uint32Array) return;
  reportKeys(
    range,
    'not-finite',
    field,
    'is not finite',
    (key) => !column.subarray(perKey * key, perKey * (key + 1)).every(Number.isFinite),
  );
}

/** Fills a field of every record from a column. */
export function writeWords(
  target: RecordTarget,
  field: Field,
  column: Float32Array | Uint32Array,
  perKey = 1,
): void {
  const { writer, at, recordBytes, order } = target;
  const words = wordsOf(column);
  order.forEach((key, i) => {
    writer.seek(at + i * recordBytes + field.offset);
    writer.words(words, perKey * key, perKey);
  });
}

/** Reports the keys of a section that are odd in some way, if any: how many, and the place of the first. */
export function reportKeys(
  range: RecordRange,
  code: MmdFormatErrorCode,
  field: Field,
  problem: string,
  isOdd: (key: number) => unknown,
): void {
  let count = 0;
  let first = 0;
  for (let key = range.count - 1; key >= 0; key--) {
    if (!isOdd(key)) continue;
    count++;
    first = key;
  }
  if (count === 0) return;
  const offset = recordStart(range, first) + field.offset;
  const where = `${range.section}[${first}].${field.name}`;
  range.warnings.add(code, range.section, () => ({ offset, where, problem }), count);
}
