import type { MmdFormatErrorCode } from '../errors.js';
import { wordsOf } from './bytes.js';
import { gatherBytes, gatherWords } from './gather.js';
import { NOT_FINITE, type RecordReader } from './record-reader.js';
import type { RecordWriter } from './record-writer.js';

/** What a column holds. It decides which values are odd. */
export type ColumnKind = 'byte' | 'curve' | 'flag' | 'float' | 'int' | 'quaternion';
export type Column = Float32Array | Int32Array | Uint8Array;

/** The fields of a record in file order, each with the number of its elements. */
export type ColumnLayout<T> = readonly (readonly [
  column: keyof T & string,
  kind: ColumnKind,
  perRecord: number,
])[];

/** One field of many records. */
export interface ColumnField {
  /** Its name in messages: `[3].position`, and with a `list`, `elements[3].position`. */
  readonly name?: string;
  readonly list?: string;
  /** Where each record begins. */
  readonly starts: Uint32Array;
  /** Where the field begins in its record. */
  readonly offset: number;
  readonly perRecord: number;
}

/** Bytes of a record. */
export function recordBytes<T>(layout: ColumnLayout<T>): number {
  return layout.reduce((sum, [, kind, perRecord]) => sum + perRecord * elementBytes(kind), 0);
}

/** Reads records into columns. All of them must be inside the file. Reports odd values. O(bytes). */
export function readColumns<T>(reader: RecordReader, layout: ColumnLayout<T>, starts: Uint32Array): T {
  const columns: Record<string, Column> = {};
  let offset = 0;
  for (const [name, kind, perRecord] of layout) {
    const field = { name, starts, offset, perRecord };
    const bytes = elementBytes(kind);
    if (bytes === 1) columns[name] = readBytes(reader, kind, field);
    else columns[name] = kind === 'int' ? readInts(reader, field) : readFloats(reader, field);
    if (kind === 'quaternion') reportZeros(reader, field, columns[name]);
    offset += perRecord * bytes;
  }
  return columns as T;
}

/**
 * Writes what {@link readColumns} reads.
 *
 * @throws RangeError naming a column that is too short, or an array of another kind.
 */
export function writeColumns<T>(
  writer: RecordWriter,
  layout: ColumnLayout<T>,
  starts: Uint32Array,
  columns: T,
): void {
  let offset = 0;
  for (const [name, kind, perRecord] of layout) {
    const column = columns[name] as Column;
    const bytes = elementBytes(kind);
    writer.checkColumn(
      name,
      column,
      perRecord * starts.length,
      bytes,
      kind === 'float' || kind === 'quaternion',
    );
    writeColumn(writer.view, bytes, bytes === 4 ? wordsOf(column) : column, {
      name,
      starts,
      offset,
      perRecord,
    });
    offset += perRecord * bytes;
  }
}

function writeColumn(
  view: DataView,
  bytes: number,
  column: ArrayLike<number>,
  { starts, offset, perRecord }: ColumnField,
): void {
  for (let i = 0, from = 0; i < starts.length; i++) {
    for (let at = starts[i] + offset, end = at + perRecord * bytes; at < end; at += bytes, from++) {
      if (bytes === 1) view.setUint8(at, column[from]);
      else view.setInt32(at, column[from], true);
    }
  }
}

/** The greatest usual value of a byte. */
const MAX_VALUES: Partial<Record<ColumnKind, number>> = { flag: 1, curve: 127 };

function elementBytes(kind: ColumnKind): 1 | 4 {
  return kind === 'byte' || kind in MAX_VALUES ? 1 : 4;
}

function readBytes(reader: RecordReader, kind: ColumnKind, field: ColumnField): Uint8Array {
  const { starts, offset, perRecord } = field;
  const column = new Uint8Array(perRecord * starts.length);
  gatherBytes(reader.view, starts, offset, perRecord, column);
  const most = MAX_VALUES[kind] ?? 255;
  if (highestOf(column) > most) {
    warnEach(reader, field, 1, 'odd-value', `is not 0 to ${most}`, (i) => column[i] > most);
  }
  return column;
}

/** The highest value of a column; 0 if it is empty. */
export function highestOf(column: Uint8Array | Uint16Array): number {
  let highest = 0;
  for (let i = 0; i < column.length; i++) if (column[i] > highest) highest = column[i];
  return highest;
}

function readInts(reader: RecordReader, field: ColumnField): Int32Array {
  const column = new Int32Array(field.perRecord * field.starts.length);
  gatherWords(reader.view, field.starts, field.offset, field.perRecord, wordsOf(column));
  return column;
}

/** Reads floats, bit for bit: copied as numbers, a signalling NaN would come back quiet. */
export function readFloats(reader: RecordReader, field: ColumnField): Float32Array {
  const column = new Float32Array(field.perRecord * field.starts.length);
  if (!gatherWords(reader.view, field.starts, field.offset, field.perRecord, wordsOf(column))) {
    warnEach(reader, field, 4, 'not-finite', NOT_FINITE, (i) => !Number.isFinite(column[i]));
  }
  return column;
}

function reportZeros(reader: RecordReader, field: ColumnField, column: ArrayLike<number>): void {
  const isZero = (i: number): boolean =>
    column[i] === 0 && column[i + 1] === 0 && column[i + 2] === 0 && column[i + 3] === 0;
  for (let i = 0; i < column.length; i += 4) {
    if (!isZero(i)) continue;
    warnEach(reader, field, 4, 'zero-quaternion', 'is all zero', (j) => j % 4 === 0 && isZero(j));
    return;
  }
}

/** Reports the records with an odd element: how many there are, and the place of the first odd element. */
export function warnEach(
  reader: RecordReader,
  { name = '', list = '', starts, offset, perRecord }: ColumnField,
  bytes: number,
  code: MmdFormatErrorCode,
  problem: string,
  isOdd: (element: number) => boolean,
): void {
  let records = 0;
  let first = -1;
  let last = -1;
  for (let i = 0; i < perRecord * starts.length; i++) {
    if (!isOdd(i)) continue;
    if (first < 0) first = i;
    const record = Math.floor(i / perRecord);
    if (record > last) records++;
    last = record;
  }
  if (records === 0) return;
  const record = Math.floor(first / perRecord);
  const at = starts[record] + offset + bytes * (first % perRecord);
  reader.warn(code, `${list}[${record}]${name && `.${name}`}`, problem, at, records);
}
