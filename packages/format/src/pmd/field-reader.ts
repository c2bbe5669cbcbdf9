import { ByteReader } from '../binary/byte-reader.js';
import { sameBytes, wordsOf } from '../binary/bytes.js';
import { type MmdFormatErrorCode, WarningList } from '../errors.js';
import { decodeCp932 } from '../text/decode-cp932.js';
import { bytesToNul, type MmdName } from '../text/name.js';
import type { PmdSource, PmdVector3 } from './pmd.js';
import { textField } from './text-field.js';

/** What an index points at: a place in {@link FieldReader.counts}. */
export const BONE = 0;
export const MORPH = 1;
export const BODY = 2;

/**
 * A cursor over a PMD file. It knows where it is, so that every error and warning says so; it checks every index
 * against what there is to point at, and notes what a document cannot hold.
 */
export class FieldReader extends ByteReader {
  /** Never read; see that of ByteReader. */
  static override readonly anchor: FieldReader = new FieldReader(new Uint8Array(0));

  readonly warnings: WarningList;
  /** How many there are to point at. */
  readonly counts: number[] = [];
  readonly nans: PmdSource['nans'] = [];
  readonly oddFields: PmdSource['oddFields'] = [];
  #section = '';
  #path = '';

  constructor(bytes: Uint8Array, strict?: boolean) {
    super(bytes);
    this.warnings = new WarningList(strict);
  }

  /** What follows belongs to a section, or to a part of it, such as `[3]`. */
  enter(section: string, part = ''): void {
    this.#section = section;
    this.#path = section + part;
  }

  /**
   * Moves past `bytes` bytes and returns where they begin.
   *
   * @throws {@link MmdFormatError} `truncated` if fewer are left.
   */
  take(bytes: number): number {
    return this.claim(bytes, this.#section, this.#path);
  }

  /** A count; its records must all be there. */
  count(section: string, bytes: number, recordBytes = 0): number {
    this.enter(section);
    const count = bytes === 4 ? this.u32() : bytes === 2 ? this.u16() : this.u8();
    if (count * recordBytes > this.remaining) this.take(count * recordBytes); // throws
    return count;
  }

  /** More than `most` is odd. */
  u8(field = '', most = 255, code: MmdFormatErrorCode = 'odd-value'): number {
    const at = this.take(1);
    const value = this.u8At(at);
    if (value > most) this.report(code, field, `is ${value}, above ${most}`, at);
    return value;
  }

  u16(): number {
    return this.view.getUint16(this.take(2), true);
  }

  override u32(): number {
    return this.u32At(this.take(4));
  }

  /** An index, if it points at a `kind` of things. */
  i16(field: string, kind?: number): number {
    const at = this.take(2);
    return this.checked(this.view.getInt16(at, true), field, kind, at);
  }

  i32(field: string, kind: number): number {
    const at = this.take(4);
    return this.checked(this.bits32At(at), field, kind, at);
  }

  /** −1 points at nothing; whatever else there is nothing of is reported. Without a `kind` it is no index. */
  checked(index: number, field: string, kind: number | undefined, at: number): number {
    if (kind === undefined) return index;
    const count = this.counts[kind];
    if (index < -1 || index >= count) this.report('bad-index', field, `is ${index} of ${count}`, at);
    return index;
  }

  f32(field: string): number {
    const at = this.take(4);
    const value = this.view.getFloat32(at, true);
    if (Number.isNaN(value)) this.nans.push({ offset: at, bits: this.u32At(at) });
    if (!Number.isFinite(value)) this.report('not-finite', field, NOT_FINITE, at);
    return value;
  }

  vector3(field: string): PmdVector3 {
    return [this.f32(field), this.f32(field), this.f32(field)];
  }

  vector4(field: string): [number, number, number, number] {
    return [...this.vector3(field), this.f32(field)];
  }

  /** The text of a field of fixed width. */
  text(field: string, width: number): MmdName {
    const offset = this.take(width);
    const raw = this.bytesAt(offset, width).slice(); // the file can be let go
    const bytes = bytesToNul(raw).slice();
    const text = decodeCp932(bytes);
    if (text.includes('\ufffd')) this.report('bad-text', field, 'has bytes unknown to CP932', offset);
    if (!sameBytes(raw, textField(bytes, width))) this.oddFields.push({ offset, bytes: raw });
    return { text, bytes };
  }

  /** Floats out of every record, `perRecord` of each. */
  column(field: string, records: Records, perRecord: number): Float32Array {
    const column = new Float32Array(perRecord * records.count);
    if (!this.gatherWords(records.at, records.recordBytes, perRecord, wordsOf(column))) {
      const isOdd = (i: number): boolean =>
        !column.subarray(perRecord * i, perRecord * (i + 1)).every(Number.isFinite);
      this.reportEach('not-finite', field, NOT_FINITE, records, isOdd);
    }
    return column;
  }

  /** Reports a field of the record at hand. */
  report(code: MmdFormatErrorCode, field: string, problem: string, offset: number, count = 1): void {
    const where = this.#path + (field && `.${field}`);
    this.warnings.add(code, this.#section, () => ({ offset, where, problem }), count);
  }

  /** Reports the records that are odd in some way, if any: how many, and the place of the first. */
  reportEach(
    code: MmdFormatErrorCode,
    field: string,
    problem: string,
    { at, recordBytes, count }: Records,
    isOdd: (record: number) => boolean,
  ): void {
    let first = -1;
    let odd = 0;
    for (let i = 0; i < count; i++) {
      if (!isOdd(i)) continue;
      if (odd++ === 0) first = i;
    }
    if (odd === 0) return;
    const where = `${this.#path}[${first}]${field && `.${field}`}`;
    const offset = at + first * recordBytes;
    this.warnings.add(code, this.#section, () => ({ offset, where, problem }), odd);
  }
}

const NOT_FINITE = 'is not finite';

/** The same field of every record: where the first is, and how far apart they are. */
export interface Records {
  readonly at: number;
  readonly recordBytes: number;
  readonly count: number;
}
