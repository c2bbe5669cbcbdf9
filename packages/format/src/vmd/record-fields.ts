import type { ByteReader } from '../binary/byte-reader.js';
import type { ByteWriter } from '../binary/byte-writer.js';
import { wordsOf } from '../binary/bytes.js';
import type { MmdFormatErrorCode, WarningList } from '../errors.js';
import type { Field, SectionLayout } from './layout.js';

/** Any column of a section. */
type Column = Float32Array | Uint32Array | Uint8Array;

/** Records of one section in a file, all inside its bounds. */
export interface RecordRange<K = object> {
  readonly reader: ByteReader;
  readonly warnings: WarningList;
  readonly layout: SectionLayout<K>;
  readonly at: number;
  /** Where each record begins and the last one ends, if their length varies. */
  readonly starts?: readonly number[] | undefined;
  readonly count: number;
}

/** A run of records in a file to be written: record i holds key `order[i]`. */
export interface RecordTarget {
  readonly writer: ByteWriter;
  readonly layout: SectionLayout;
  readonly at: number;
  readonly starts?: readonly number[] | undefined;
  readonly order: Uint32Array;
}

/** The offset of a record in its file. */
export function recordStart({ starts, at, layout }: RecordRange | RecordTarget, index: number): number {
  return starts ? starts[index] : at + index * layout.recordBytes;
}

/** Fills the columns that records hold as they are, and reports keys whose floats are not finite. */
export function readColumns<K>(range: RecordRange<K>, keys: K): K {
  for (const [name, field] of range.layout.columns) {
    if (field.isPlain && range.count > 0)
      readColumn(range, field, Reflect.get(keys as object, name) as Column);
  }
  return keys;
}

function readColumn(range: RecordRange, field: Field, column: Column): void {
  const { reader, layout } = range;
  const { perKey } = field;
  const at = range.at + field.offset;
  if (column instanceof Uint8Array) reader.gatherBytes(at, layout.recordBytes, perKey, column);
  else if (
    !reader.gatherWords(at, layout.recordBytes, perKey, wordsOf(column)) &&
    field.type === Float32Array
  ) {
    const isOdd = (key: number): boolean =>
      !column.subarray(perKey * key, perKey * (key + 1)).every(Number.isFinite);
    reportKeys(range, 'not-finite', field, 'is not finite', isOdd);
  }
}

/** Writes what {@link readColumns} reads. */
export function writeColumns(target: RecordTarget, keys: object): void {
  for (const [name, field] of target.layout.columns) {
    if (field.isPlain) writeColumn(target, field, Reflect.get(keys, name) as Column);
  }
}

function writeColumn({ writer, at, layout, order }: RecordTarget, field: Field, column: Column): void {
  const { type, perKey, offset } = field;
  const { bytes } = writer;
  const words = type === Uint8Array ? undefined : wordsOf(column as Float32Array);
  for (let i = 0, to = at + offset; i < order.length; i++, to += layout.recordBytes) {
    const from = perKey * order[i];
    writer.seek(to);
    if (words) writer.words(words, from, perKey);
    else for (let j = 0; j < perKey; j++) bytes[to + j] = column[from + j];
  }
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
  const { section } = range.layout;
  const offset = recordStart(range, first) + field.offset;
  const where = `${section}[${first}].${field.name}`;
  range.warnings.add(code, section, () => ({ offset, where, problem }), count);
}
