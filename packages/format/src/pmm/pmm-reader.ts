import { ByteReader } from '../binary/byte-reader.js';
import { MmdFormatError, type MmdFormatErrorCode, WarningList } from '../errors.js';
import { decodeCp932 } from '../text/decode-cp932.js';
import { bytesToNul, type MmdName } from '../text/name.js';
import type { PmmSource } from './pmm.js';
import { MMD_NAME_BYTES, type PmmText } from './pmm-text.js';

/** A cursor over a PMM file. It knows where it is, so that every error and warning says so. */
export class PmmReader extends ByteReader {
  /** Never read; see that of ByteReader. */
  static override readonly anchor: PmmReader = new PmmReader(new Uint8Array(0));

  readonly warnings: WarningList;
  readonly #nans: PmmSource['nans'] = [];
  readonly #longTexts: Uint8Array[] = [];
  /** As warnings and errors name it. */
  section = 'header';

  constructor(bytes: Uint8Array, strict?: boolean) {
    super(bytes);
    this.warnings = new WarningList(strict);
  }

  enter(section: string): void {
    this.section = section;
  }

  /** How the file spells what has been read. */
  source(signature: Uint8Array): PmmSource {
    const longTexts = this.#longTexts;
    return { signature, nans: this.#nans, ...(longTexts.length > 0 && { longTexts }) };
  }

  /**
   * Moves past `bytes` bytes and returns where they begin.
   *
   * @throws {@link MmdFormatError} `truncated` if fewer are left.
   */
  take(bytes: number, field = ''): number {
    const where = this.#where(field);
    return this.claim(bytes, where, where);
  }

  /** A number of records of at least `leastBytes` each, believed only if they fit. */
  count(field: string, leastBytes: number): number {
    const at = this.take(4, field);
    const count = this.u32At(at);
    if (count * leastBytes > this.remaining) {
      const where = this.#where(field);
      const needed = `which needs ${count * leastBytes} bytes or more, ${this.remaining} left`;
      throw new MmdFormatError(`${where} is ${count}, ${needed}`, {
        code: 'truncated',
        section: where,
        offset: at,
      });
    }
    return count;
  }

  u8(field: string): number {
    return this.u8At(this.take(1, field));
  }

  /** A byte that is 0 or 1. */
  flag(field: string): number {
    const at = this.take(1, field);
    const value = this.u8At(at);
    if (value > 1) this.report('odd-value', field, `is ${value}, neither 0 nor 1`, at);
    return value;
  }

  i32(field: string): number {
    return this.bits32At(this.take(4, field));
  }

  f32(field: string): number {
    const at = this.take(4, field);
    const value = this.view.getFloat32(at, true);
    if (Number.isNaN(value)) this.#nans.push({ offset: at, bits: this.u32At(at) });
    if (!Number.isFinite(value)) this.report('not-finite', field, 'is not finite', at);
    return value;
  }

  u8s(field: string, count: number): Uint8Array {
    return this.bytesAt(this.take(count, field), count).slice(); // the file can be let go
  }

  i32s(field: string, count: number): number[] {
    return Array.from({ length: count }, () => this.i32(field));
  }

  f32s(field: string, count: number): number[] {
    return Array.from({ length: count }, () => this.f32(field));
  }

  /** As {@link i32s}, for lists that may be long. */
  i32Column(field: string, count: number): Int32Array {
    const at = this.take(4 * count, field);
    return Int32Array.from({ length: count }, (_, i) => this.bits32At(at + 4 * i));
  }

  /** The text of a field of fixed width, and what stands behind its NUL. */
  text(field: string, width: number): PmmText {
    const at = this.take(width, field);
    const raw = this.bytesAt(at, width);
    const name = this.#name(bytesToNul(raw), field, at, width - 1);
    const rest = raw.slice(name.bytes.length + 1);
    return rest.some((byte) => byte !== 0) ? { ...name, rest } : name;
  }

  /** The text of a field that tells its length in its first byte. */
  shortText(field: string): MmdName {
    const length = this.u8(field);
    const at = this.take(length, field);
    return this.#name(this.bytesAt(at, length), field, at, MMD_NAME_BYTES);
  }

  #name(bytes: Uint8Array, field: string, offset: number, room: number): MmdName {
    const text = decodeCp932(bytes);
    if (bytes.length > room) this.#longTexts.push(bytes.slice());
    if (text.includes('\ufffd')) this.report('bad-text', field, 'has bytes unknown to CP932', offset);
    return { text, bytes: bytes.slice() };
  }

  report(code: MmdFormatErrorCode, field: string, problem: string, offset: number, count = 1): void {
    const where = this.#where(field);
    this.warnings.add(code, this.section, () => ({ offset, where, problem }), count);
  }

  #where(field: string): string {
    return this.section + (field === '' || field.startsWith('[') ? field : `.${field}`);
  }
}
