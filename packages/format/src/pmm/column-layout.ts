import { wordsOf } from '../binary/bytes.js';
import { kindProblem } from '../columns/column-problems.js';
import type { PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';

/** What a column holds, and so what would be odd in it. */
type ColumnKind = 'byte' | 'curve' | 'flag' | 'float' | 'int' | 'quaternion';
type Column = Float32Array | Int32Array | Uint8Array;

/** Fields of a record in the order of the file, each with how many it has of them. */
export type ColumnLayout<T> = readonly (readonly [
  column: keyof T & string,
  kind: ColumnKind,
  perRecord: number,
])[];

/** Bytes of a record. */
export function recordBytes<T>(layout: ColumnLayout<T>): number {
  return layout.reduce((sum, [, kind, perRecord]) => sum + perRecord * elementBytes(kind), 0);
}

/** Reads the records that begin at `spots`, all inside the file, into columns. O(bytes). */
export function readColumns<T>(reader: PmmReader, layout: ColumnLayout<T>, spots: Uint32Array): T {
  const columns: Record<string, Column> = {};
  let offset = 0;
  for (const [name, kind, perRecord] of layout) {
    const field = { name, spots, offset, perRecord };
    columns[name] =
      elementBytes(kind) === 1 ? readBytes(reader, kind, field) : readWords(reader, kind, field);
    offset += perRecord * elementBytes(kind);
  }
  return columns as T;
}

/**
 * Writes columns into the records that begin at `spots`.
 *
 * @throws RangeError naming a column that is too short, or of another kind of array.
 */
export function writeColumns<T>(
  writer: PmmWriter,
  layout: ColumnLayout<T>,
  spots: Uint32Array,
  columns: T,
): void {
  let offset = 0;
  for (const [name, kind, perRecord] of layout) {
    const column = columns[name] as Column;
    const bytes = elementBytes(kind);
    checkColumn(writer, name, column, kind, perRecord * spots.length);
    const { view } = writer;
    const words = bytes === 1 ? (column as Uint8Array) : wordsOf(column as Float32Array);
    for (let i = 0, from = 0; i < spots.length; i++) {
      for (let at = spots[i] + offset, end = at + perRecord * bytes; at < end; at += bytes, from++) {
        if (bytes === 1) view.setUint8(at, words[from]);
        else view.setUint32(at, words[from], true);
      }
    }
    offset += perRecord * bytes;
  }
}

interface Field {
  readonly name: string;
  readonly spots: Uint32Array;
  readonly offset: number;
  readonly perRecord: number;
}

function elementBytes(kind: ColumnKind): 1 | 4 {
  return kind === 'byte' || kind === 'curve' || kind === 'flag' ? 1 : 4;
}

function readBytes(reader: PmmReader, kind: ColumnKind, field: Field): Uint8Array {
  const { spots, offset, perRecord } = field;
  const { view } = reader;
  const column = new Uint8Array(perRecord * spots.length);
  let all = 0;
  for (let i = 0, to = 0; i < spots.length; i++) {
    for (let at = spots[i] + offset, end = at + perRecord; at < end; at++) {
      const value = view.getUint8(at);
      all |= value;
      column[to++] = value;
    }
  }
  if (kind === 'flag' && all > 1) {
    reportEach(reader, 'odd-value', field, 'is neither 0 nor 1', (i) => column[i] > 1);
  }
  if (kind === 'curve' && all > 127)
    reportEach(reader, 'odd-value', field, 'is above 127', (i) => column[i] > 127);
  return column;
}

const EXPONENT = 0x7f800000; // all ones: a NaN or an infinity

function readWords(reader: PmmReader, kind: ColumnKind, field: Field): Float32Array | Int32Array {
  const { spots, offset, perRecord } = field;
  const { view } = reader;
  const length = perRecord * spots.length;
  const column = kind === 'int' ? new Int32Array(length) : new Float32Array(length);
  const words = wordsOf(column); // as floats, a signalling NaN would come back quiet
  let allFinite = true;
  for (let i = 0, to = 0; i < spots.length; i++) {
    for (let at = spots[i] + offset, end = at + 4 * perRecord; at < end; at += 4) {
      const word = view.getInt32(at, true);
      if ((word & EXPONENT) === EXPONENT) allFinite = false;
      words[to++] = word;
    }
  }
  if (!allFinite && kind !== 'int')
    reportEach(reader, 'not-finite', field, 'is not finite', (i) => !Number.isFinite(column[i]));
  if (kind === 'quaternion') reportZeros(reader, field, column);
  return column;
}

function reportZeros(reader: PmmReader, field: Field, column: ArrayLike<number>): void {
  const isZero = (i: number): boolean =>
    column[i] === 0 && column[i + 1] === 0 && column[i + 2] === 0 && column[i + 3] === 0;
  for (let i = 0; i < column.length; i += 4) {
    if (!isZero(i)) continue;
    reportEach(reader, 'zero-quaternion', field, 'is all zero', (j) => j % 4 === 0 && isZero(j));
    return;
  }
}

/** Reports the records with an odd element, if any. */
function reportEach(
  reader: PmmReader,
  code: 'not-finite' | 'odd-value' | 'zero-quaternion',
  { name, spots, offset, perRecord }: Field,
  problem: string,
  isOdd: (element: number) => boolean,
): void {
  const odd = new Set<number>();
  for (let i = 0; i < perRecord * spots.length; i++) if (isOdd(i)) odd.add(Math.floor(i / perRecord));
  const [first] = odd;
  if (first === undefined) return;
  reader.report(code, `[${first}].${name}`, problem, spots[first] + offset, odd.size);
}

function checkColumn(
  writer: PmmWriter,
  name: string,
  column: Column,
  kind: ColumnKind,
  needed: number,
): void {
  const problem = kindProblem(column, elementBytes(kind), kind === 'float' || kind === 'quaternion');
  if (problem) writer.refuse(name, problem);
  if (column.length < needed) writer.refuse(name, `has ${column.length} entries, it needs ${needed}`);
}
