import { kindProblem } from '../columns/column.js';
import { wordsOf } from './bytes.js';
import { pathOf } from './record-layout.js';
import type { NanBits } from './record-reader.js';

/**
 * The counterpart of `RecordReader`: writes records into a growing file.
 *
 * It knows its place in the document (section, record), so that an error can name the number that does not
 * fit the file.
 */
export abstract class RecordWriter {
  offset = 0;
  /** The section, such as `bones`, and the record in it; −1 outside of records. */
  section = 'header';
  record = -1;
  /** For columns, which fill what {@link reserve} has made. */
  view: DataView<ArrayBuffer>;
  /** The bytes of {@link view}: engines read a field faster than `byteLength`. */
  #capacity: number;
  readonly #nans: ReadonlyMap<number, number>;

  /** `capacity`: a guess at the length of the file. */
  constructor(capacity: number, nans: readonly NanBits[] = []) {
    this.view = new DataView(new ArrayBuffer(capacity));
    this.#capacity = capacity;
    this.#nans = new Map(nans.map(({ offset, bits }) => [offset, bits]));
  }

  abstract text(field: string, value: unknown, width: number): void;

  abstract index(field: string, value: number, kind: number): void;

  /** The file. */
  finish(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.view.buffer.slice(0, this.offset));
  }

  enter(section: string, record = -1): void {
    this.section = section;
    this.record = record;
  }

  where(field: string): string {
    return pathOf(this.section, this.record, field);
  }

  /** @throws RangeError in any case. */
  refuse(field: string, problem: string): never {
    throw new RangeError(`${this.where(field)} ${problem}`);
  }

  /** Makes room for `length` bytes, all zero, and returns where they begin. May replace {@link view}. */
  reserve(length: number): number {
    const at = this.offset;
    this.offset += length;
    if (this.offset > this.#capacity) {
      const larger = new Uint8Array(2 * this.offset);
      larger.set(new Uint8Array(this.view.buffer));
      this.view = new DataView(larger.buffer);
      this.#capacity = larger.length;
    }
    return at;
  }

  raw(bytes: Uint8Array): void {
    const at = this.reserve(bytes.length);
    new Uint8Array(this.view.buffer).set(bytes, at);
  }

  count(field: string, value: number): void {
    this.integer(field, value, 4, 0, 0xffffffff);
  }

  u8(field: string, value: number): void {
    this.integer(field, value, 1, 0, 0xff);
  }

  u16(field: string, value: number): void {
    this.integer(field, value, 2, 0, 0xffff);
  }

  i16(field: string, value: number): void {
    this.integer(field, value, 2, -0x8000, 0x7fff);
  }

  i32(field: string, value: number): void {
    this.integer(field, value, 4, -0x80000000, 0x7fffffff);
  }

  /** Writes a whole number from `least` to `most` in 1, 2 or 4 bytes. */
  integer(field: string, value: number, bytes: number, least: number, most: number): void {
    if (!Number.isInteger(value) || value < least || value > most)
      this.refuse(field, `is ${String(value)}, not a whole number from ${least} to ${most}`);
    const at = this.reserve(bytes);
    if (bytes === 1) this.view.setUint8(at, value);
    else if (bytes === 2) this.view.setUint16(at, value, true);
    else this.view.setUint32(at, value, true); // the bits of a signed number are the same
  }

  f32(field: string, value: number): void {
    if (typeof value !== 'number') this.refuse(field, `is ${String(value)}, not a number`);
    const at = this.reserve(4);
    this.view.setFloat32(at, value, true);
    const bits = Number.isNaN(value) ? this.#nans.get(at) : undefined;
    if (bits !== undefined) this.view.setUint32(at, bits, true);
  }

  vector3(field: string, values: readonly number[]): void {
    this.f32s(field, values, 3);
  }

  vector4(field: string, values: readonly number[]): void {
    this.f32s(field, values, 4);
  }

  f32s(field: string, values: readonly number[], count: number): void {
    this.checkLength(field, values, count);
    for (let i = 0; i < count; i++) this.f32(field, values[i]);
  }

  /** `count` words of a column, bit for bit. */
  words(column: Int32Array, index: number, count: number): void {
    const at = this.reserve(4 * count);
    setWords(this.view, at, column, index, count); // reserve may have replaced the view
  }

  /** A column may be longer than needed. */
  checkLength(field: string, column: ArrayLike<unknown> | undefined, needed: number): void {
    if (!column) this.refuse(field, 'is missing');
    if (!(column.length >= needed)) this.refuse(field, `has ${column.length} entries, it needs ${needed}`);
  }

  /**
   * @throws RangeError if a column has elements of another kind than `bytes` and `isFloat` say, or too few.
   */
  checkColumn(
    field: string,
    column: ArrayLike<number> | undefined,
    needed: number,
    bytes: 1 | 2 | 4,
    isFloat = false,
  ): void {
    this.checkLength(field, column, needed);
    const problem = kindProblem(column, bytes, isFloat);
    if (problem) this.refuse(field, problem);
  }

  /** A checked column of floats, as {@link words} writes it. */
  wordsOf(field: string, column: Float32Array, needed: number): Int32Array {
    this.checkColumn(field, column, needed, 4, true);
    return wordsOf(column);
  }
}

/** Writes `count` words of a column, bit for bit, into bytes that `reserve` has made. */
export function setWords(view: DataView, at: number, words: Int32Array, index: number, count: number): void {
  for (const end = index + count; index < end; index++, at += 4) view.setInt32(at, words[index], true);
}
