import type { ByteReader } from '../binary/byte-reader.js';
import { wordsOf } from '../binary/words-of.js';
import type { MmdFormatErrorCode, WarningList } from '../errors.js';
import { decodeCp932 } from '../text/decode-cp932.js';
import type { MmdName } from '../text/name.js';
import type { PmdSource, PmdVector3 } from './pmd.js';
import { sameBytes, textField, textIn } from './text-field.js';

/**
 * Reads the fields of a record one after the other, once {@link claim} has checked that the record is there.
 *
 * It notes what a document cannot hold (the bits of a NaN, what follows the NUL of a text) and reports odd fields.
 */
export class FieldReader {
  readonly file: ByteReader;
  readonly nans: PmdSource['nans'] = [];
  readonly oddFields: PmdSource['oddFields'] = [];
  readonly #warnings: WarningList;
  #section = '';
  #record = '';
  #at = 0;

  constructor(file: ByteReader, warnings: WarningList) {
    this.file = file;
    this.#warnings = warnings;
  }

  /** Where the next field begins. */
  get at(): number {
    return this.#at;
  }

  /**
   * The next `bytes` bytes are read as a record, or as several.
   *
   * @throws {@link MmdFormatError} `truncated` if fewer are left.
   */
  claim(section: string, bytes: number, index?: number): number {
    this.#section = section;
    this.record(index);
    this.#at = this.file.claim(bytes, section, this.#record);
    return this.#at;
  }

  /** What follows belongs to the record of this number. */
  record(index: number | undefined): void {
    this.#record = index === undefined ? this.#section : `${this.#section}[${index}]`;
  }

  /** A count, which is a record of its own. */
  count(section: string, bytes: 1 | 2 | 4): number {
    this.claim(section, bytes);
    return bytes === 4 ? this.u32() : bytes === 2 ? this.u16() : this.u8();
  }

  u8(): number {
    return this.file.u8At(this.#at++);
  }

  u16(): number {
    this.#at += 2;
    return this.file.view.getUint16(this.#at - 2, true);
  }

  /** Signed; −1 is nothing. */
  i16(): number {
    return (this.u16() << 16) >> 16;
  }

  /** FFFF is nothing: −1. */
  index16(): number {
    const index = this.u16();
    return index === 0xffff ? -1 : index;
  }

  u32(): number {
    this.#at += 4;
    return this.file.u32At(this.#at - 4);
  }

  /** FFFFFFFF is nothing: −1. */
  index32(): number {
    const index = this.u32();
    return index === 0xffffffff ? -1 : index;
  }

  f32(field: string): number {
    const offset = this.#at;
    const value = this.file.view.getFloat32(offset, true);
    this.#at += 4;
    if (Number.isNaN(value)) this.nans.push({ offset, bits: this.file.u32At(offset) });
    if (!Number.isFinite(value)) this.report('not-finite', field, 'is not finite', offset);
    return value;
  }

  vector3(field: string): PmdVector3 {
    return [this.f32(field), this.f32(field), this.f32(field)];
  }

  /** The text of a field of fixed width. */
  text(width: number, field: string): MmdName {
    const offset = this.#at;
    const raw = this.file.bytesAt(offset, width);
    this.#at += width;
    const bytes = textIn(raw).slice(); // the file can be let go
    const text = decodeCp932(bytes);
    if (text.includes('\ufffd')) this.report('bad-text', field, 'has bytes unknown to CP932', offset);
    if (!sameBytes(raw, textField(bytes, width))) this.oddFields.push({ offset, bytes: raw.slice() });
    return { text, bytes };
  }

  /** Reports an index that is neither nothing nor below `count`. */
  checkIndex(index: number, count: number, field: string, offset: number): void {
    if (index === -1 || (index >= 0 && index < count)) return;
    this.report('bad-index', field, `is ${index} of ${count}`, offset);
  }

  /** Reports a switch that is neither 0 nor 1, or another number above its range. */
  checkRange(value: number, most: number, field: string, offset: number): void {
    if (value > most) this.report('odd-value', field, `is ${value}, above ${most}`, offset);
  }

  /** Reports a field of the record at hand. */
  report(code: MmdFormatErrorCode, field: string, problem: string, offset: number, count = 1): void {
    const where = field === '' ? this.#record : `${this.#record}.${field}`;
    this.#warnings.add(code, this.#section, () => ({ offset, where, problem }), count);
  }

  /** Copies floats out of every record: `column` has as many of each. */
  column(records: Records, field: string, fieldOffset: number, column: Float32Array): void {
    const { at, recordBytes, count } = records;
    const perRecord = column.length / count;
    if (count === 0 || this.file.gatherWords(at + fieldOffset, recordBytes, perRecord, wordsOf(column)))
      return;
    this.reportEach(
      'not-finite',
      records,
      field,
      fieldOffset,
      'is not finite',
      (i) => !column.subarray(perRecord * i, perRecord * (i + 1)).every(Number.isFinite),
    );
  }

  /** Reports the records that are odd in some way, if any: how many, and the place of the first. */
  reportEach(
    code: MmdFormatErrorCode,
    { section, name = section, at, recordBytes, count }: Records,
    field: string,
    fieldOffset: number,
    problem: string,
    isOdd: (record: number) => boolean,
  ): void {
    let odd = 0;
    let first = 0;
    for (let i = count - 1; i >= 0; i--) {
      if (!isOdd(i)) continue;
      odd++;
      first = i;
    }
    if (odd === 0) return;
    const offset = at + first * recordBytes + fieldOffset;
    const where = `${name}[${first}]${field && `.${field}`}`;
    this.#warnings.add(code, section, () => ({ offset, where, problem }), odd);
  }
}

/** Records of one length, all inside the file. */
export interface Records {
  readonly section: string;
  /** If they are only a part of it, such as `morphs[3].offsets`. */
  readonly name?: string;
  readonly at: number;
  readonly recordBytes: number;
  readonly count: number;
}
