import type { ByteReader } from '../binary/byte-reader.js';
import type { ByteWriter } from '../binary/byte-writer.js';
import { wordsOf } from '../binary/bytes.js';
import { gatherWords } from '../binary/gather.js';
import type { Column } from '../columns/column.js';
import { backwardKeys, inspectOrder, oddKeys, type OddKeys } from '../columns/key-order.js';
import type { MmdFormatErrorCode, WarningList } from '../errors.js';
import { FRAME_LIMIT } from '../mmd-defaults.js';
import type { RecordLayout } from './layout.js';

/** Where records of one section lie in a file. */
export interface RecordPlace<F extends string = string> {
  readonly layout: RecordLayout<F>;
  /** Where each record begins, and where the last one ends. */
  readonly starts: Uint32Array;
}

/** Records of one section to be read, all inside the file. */
export interface Records<F extends string = string> extends RecordPlace<F> {
  readonly reader: ByteReader;
  readonly warnings: WarningList;
  readonly count: number;
  /**
   * Finds out all that is odd about them, and how they are spelled. False: only what is listed in
   * `PLAYBACK_WARNINGS`.
   */
  readonly isLossless: boolean;
}

/** Records of one section to be written: record i holds key `order[i]`. */
export interface RecordTarget<F extends string = string> extends RecordPlace<F> {
  readonly writer: ByteWriter;
  readonly order: Uint32Array;
}

/**
 * Fills a column, `perKey` numbers per key, from a field of all records. Reports floats that are not finite.
 */
export function readColumn<F extends string>(
  records: Records<F>,
  field: F,
  perKey: number,
  column: Column,
): void {
  const { reader, starts, layout, count } = records;
  const offset = layout.fields[field];
  if (column instanceof Uint8Array)
    for (let i = 0; i < count; i++) column.set(reader.bytesAt(starts[i] + offset, perKey), perKey * i);
  else if (
    !gatherWords(reader.view, starts, offset, perKey, wordsOf(column)) &&
    column instanceof Float32Array &&
    records.isLossless
  )
    reportKeys(records, 'not-finite', field, 'is not finite', (key) =>
      column.subarray(perKey * key, perKey * (key + 1)).some((value) => !Number.isFinite(value)),
    );
}

/** Writes what {@link readColumn} reads. */
export function writeColumn<F extends string>(
  target: RecordTarget<F>,
  field: F,
  perKey: number,
  column: Column,
): void {
  const { writer, starts, layout, order } = target;
  const offset = layout.fields[field];
  if (isBytes(column))
    for (let i = 0; i < order.length; i++) {
      writer.seek(starts[i] + offset);
      writer.raw(column.subarray(perKey * order[i], perKey * (order[i] + 1)));
    }
  else writer.scatterWords(starts, offset, perKey, wordsOf(column), order);
}

/** `instanceof` would not know a column from another window. */
function isBytes(column: Column): column is Uint8Array {
  return column.BYTES_PER_ELEMENT === 1;
}

/** Reports the odd keys of a section, if any: how many, and the place of the first. */
export function reportKeys<F extends string>(
  records: Records<F>,
  code: MmdFormatErrorCode,
  field: F,
  problem: string,
  isOdd: (key: number) => unknown,
): void {
  reportOdd(records, code, field, problem, oddKeys(records.count, isOdd));
}

function reportOdd<F extends string>(
  { layout, starts, warnings }: Records<F>,
  code: MmdFormatErrorCode,
  field: F,
  problem: string,
  { count, first }: OddKeys,
): void {
  if (count === 0) return;
  const { section, fields } = layout;
  const offset = starts[first] + fields[field];
  const where = `${section}[${first}].${field}`;
  warnings.add(code, section, () => ({ offset, where, problem }), count);
}

/** The highest bits of four bytes. */
const HIGH_BITS = 0x80808080;

/** Reports keys with a control value above 127. */
export function reportCurves(records: Records<'curves'>, curves: Uint8Array, perKey: number): void {
  if (!wordsOf(curves).some((word) => word & HIGH_BITS)) return;
  reportKeys(records, 'odd-value', 'curves', 'is above 127', (key) =>
    curves.subarray(perKey * key, perKey * (key + 1)).some((value) => value > 127),
  );
}

/**
 * Reports keys beyond {@link FRAME_LIMIT}, keys that go back in time, and keys that repeat a frame of their
 * track.
 *
 * `nameIndex` is the track of each key; without it all keys are one track. Keys of different tracks may
 * stand in any order: MMD writes all first keys first, then the rest as they lie in its memory. O(keys).
 */
export function reportFrames(records: Records<'frame'>, frames: Uint32Array, nameIndex?: Uint32Array): void {
  const reportBackward = (odd: OddKeys): void =>
    reportOdd(records, 'unsorted-keys', 'frame', 'goes back', odd);
  if (!records.isLossless) {
    reportBackward(backwardKeys(frames, nameIndex));
    return;
  }
  const { huge, backward, repeated } = inspectOrder(frames, nameIndex);
  reportOdd(records, 'huge-frame', 'frame', `is above ${FRAME_LIMIT}`, huge);
  reportBackward(backward);
  reportOdd(records, 'duplicate-keys', 'frame', 'repeats a frame', repeated);
}
