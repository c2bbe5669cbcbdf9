import type { ByteCursor } from '../binary/byte-reader.js';
import { wordsOf } from '../binary/bytes.js';
import { gatherWords } from '../binary/gather.js';
import type { MmdFormatErrorCode } from '../errors.js';
import { inspectOrder, oddKeys, type OddKeys } from '../columns/key-order.js';
import { hasZero, isZeroAt } from '../columns/column.js';
import { FRAME_LIMIT } from '../mmd-defaults.js';
import type { BvmdReader } from './bvmd-reader.js';
import { curveIndex, type Field } from './layout.js';

/** Where one track is in a file. */
export interface TrackRange<F extends Field = Field> {
  /** The number of the track in the section; −1 in a section that is one track. */
  readonly record: number;
  /** The path from there to its fields, such as `ik[2].`. */
  readonly path: string;
  readonly count: number;
  readonly fields: readonly F[];
  /** Where each field begins. Empty in a track without keys. */
  readonly starts: readonly number[];
}

type Columns<C extends string> = { readonly [K in C]: Float32Array | Uint32Array | Uint8Array };

const NO_STARTS: readonly number[] = [];

/** Checks that all fields of a track are in the file, before memory is allocated for them. */
export function measureTrack<F extends Field>(
  reader: BvmdReader,
  fields: readonly F[],
  count: number,
  path = '',
): TrackRange<F> {
  const { record } = reader;
  if (count > 0)
    return { record, path, count, fields, starts: fields.map((field) => reader.field(field, count, path)) };
  for (const field of fields) reader.field(field, 0, path); // moves past padding
  return { record, path, count, fields, starts: NO_STARTS };
}

/** Copies a track into the columns of its section, from key `first` on. Reports odd values. */
export function readTrack<C extends string>(
  reader: BvmdReader,
  { record, path, count, fields, starts }: TrackRange<Field<C>>,
  columns: Columns<C>,
  first: number,
): void {
  reader.record = record;
  for (let i = 0; i < starts.length; i++) {
    const [field, at] = [fields[i], starts[i]];
    const column = columns[field.column].subarray(field.perKey * first, field.perKey * (first + count));
    const report: Report = (code, problem, odd, bytesPerKey) => {
      if (odd.count === 0) return;
      const where = `${path}${field.column}[${odd.first}]`;
      reader.warn(code, where, problem, at + bytesPerKey * odd.first, odd.count);
    };
    if (field.kind !== 'words') readBytes(reader, at, field, column as Uint8Array, report);
    else readWords(reader, at, field, column as Float32Array | Uint32Array, report);
  }
}

type Report = (code: MmdFormatErrorCode, problem: string, odd: OddKeys, bytesPerKey: number) => void;

function readWords(
  file: ByteCursor,
  at: number,
  { column: name, size }: Field,
  column: Float32Array | Uint32Array,
  report: Report,
): void {
  const bytesPerKey = 4 * size;
  const isFinite = gatherWords(file.view, Uint32Array.of(at), 0, column.length, wordsOf(column));
  if (column instanceof Uint32Array) {
    reportOrder(column, report);
    return;
  }
  const { length } = column;
  const isOdd = (key: number): boolean =>
    !column.subarray(size * key, size * (key + 1)).every(Number.isFinite);
  if (!isFinite) report('not-finite', 'is not finite', oddKeys(length / size, isOdd), bytesPerKey);
  if (name !== 'rotations' || size !== 4 || !hasZero(column)) return;
  const zeros = oddKeys(length / size, (key) => isZeroAt(column, 4 * key));
  report('zero-quaternion', 'is all zero', zeros, bytesPerKey);
}

function reportOrder(frames: Uint32Array, report: Report): void {
  const { huge, backward, repeated } = inspectOrder(frames);
  report('huge-frame', `is above ${FRAME_LIMIT}`, huge, 4);
  report('unsorted-keys', 'goes back', backward, 4);
  report('duplicate-keys', 'repeats a frame', repeated, 4);
}

function readBytes({ view }: ByteCursor, at: number, field: Field, column: Uint8Array, report: Report): void {
  const { kind, perKey, from, size } = field;
  const most = kind === 'curves' ? 127 : 1;
  let highest = 0;
  for (let key = 0, byte = at; byte < at + (column.length / perKey) * size; key++) {
    for (let i = 0; i < size; i++, byte++) {
      const value = view.getUint8(byte);
      if (value > highest) highest = value;
      column[perKey * key + from + (kind === 'curves' ? curveIndex(i) : i)] = value;
    }
  }
  if (highest <= most) return;
  const isOdd = (key: number): boolean =>
    column.subarray(perKey * key + from, perKey * key + from + size).some((value) => value > most);
  const odd = oddKeys(column.length / perKey, isOdd);
  report('odd-value', kind === 'curves' ? 'is above 127' : 'is neither 0 nor 1', odd, size);
}
