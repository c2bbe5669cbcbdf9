import { ByteReader } from '../binary/byte-reader.js';
import { MmdFormatError, type MmdFormatErrorCode, type WarningList } from '../errors.js';
import type { MmdName } from '../text/name.js';
import type { BvmdSource, BvmdVersion } from './bvmd.js';
import { type Field, fieldBytes, padding, type SectionName } from './layout.js';

/** A cursor over one section. */
export class BvmdReader {
  readonly section: SectionName;
  /** For loops over what {@link claim} has checked. */
  readonly file: ByteReader;
  /** The file ends before the section does. */
  isBroken = false;
  /** What was filled up otherwise than with zeros. */
  readonly oddPadding: BvmdSource['patches'] = [];
  /** Where the file says how many of something there are. */
  readonly countOffsets: number[] = [];
  /** What {@link keep} has kept last: where it ends, and what a writer would put between that and its end. */
  kept: { end: number; unwritten: number } | undefined;
  readonly #bytes: Uint8Array;
  readonly #isAligned: boolean;
  readonly #warnings: WarningList;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #noBytes = new Uint8Array(0);
  #offset = 0;
  /** What the end of the file has spared of what is filled up. */
  #spared = 0;
  /** What {@link claim} threw about. */
  #problem = '';

  constructor(bytes: Uint8Array, version: BvmdVersion, warnings: WarningList, section: SectionName) {
    this.#bytes = bytes;
    this.file = new ByteReader(bytes);
    this.#isAligned = version[0] >= 3;
    this.#warnings = warnings;
    this.section = section;
  }

  get offset(): number {
    return this.#offset;
  }

  /** The file ends before a writer would. */
  get endsEarly(): boolean {
    return this.isBroken || this.#spared > 0;
  }

  /** Reads as far as there are bytes; what `read` has kept until then stays. */
  untilBroken(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof MmdFormatError) || error.code !== 'truncated') throw error;
      this.isBroken = true;
      this.warn('truncated', error.section, this.#problem, error.offset);
    }
  }

  /** What has been read is whole, and in the document. A writer goes on with `counts` numbers that are not read yet. */
  keep(counts = 0): void {
    this.kept = { end: this.#offset, unwritten: this.#spared + 4 * counts };
  }

  /** As {@link keep}, where fields follow: of no keys a writer makes nothing but what fills up to 4. */
  keepEmpty(counts = 0): void {
    const filled = padding(this.#offset + this.#spared);
    this.kept = { end: this.#offset, unwritten: this.#spared + filled + 4 * counts };
  }

  /** Moves past `length` bytes and returns where they begin. */
  claim(length: number, what: string, field?: string): number {
    const at = this.#offset;
    const left = this.#bytes.length - at;
    if (length > left) {
      const where = field === undefined ? what : `${what}.${field}`;
      this.#problem = `needs ${length} bytes, ${left} left`;
      throw new MmdFormatError(`${where} ${this.#problem}`, {
        code: 'truncated',
        section: where,
        offset: at,
      });
    }
    this.#offset = at + length;
    return at;
  }

  u32(what: string, field?: string): number {
    return this.file.u32At(this.claim(4, what, field));
  }

  /** How many of something follow, if the file does not break off. */
  count(what: string, field?: string): number {
    const at = this.#offset;
    const count = this.u32(what, field);
    this.countOffsets.push(at);
    return count;
  }

  text(what: string): MmdName {
    const length = this.u32(what, 'name');
    const at = this.claim(length, what, 'name');
    if (length === 0) return { text: '', bytes: this.#noBytes };
    const bytes = this.#bytes.slice(at, at + length);
    if (this.#isAligned) this.#pad(padding(length));
    const text = this.#decoder.decode(bytes);
    if (text.includes('\ufffd')) this.warn('bad-text', `${what}.name`, 'is not UTF-8', at);
    return { text, bytes };
  }

  /** Moves past a field and returns where it begins. */
  field(field: Field, keys: number, what: string): number {
    if (!this.#isAligned && field.kind === 'words') this.#padOffset();
    const at = this.claim(fieldBytes(field, keys), what, field.column);
    if (this.#isAligned && field.kind !== 'words') this.#padOffset();
    return at;
  }

  warn(code: MmdFormatErrorCode, where: string, problem: string, offset: number, count = 1): void {
    this.#warnings.add(code, this.section, () => ({ offset, where, problem }), count);
  }

  #padOffset(): void {
    this.#pad(padding(this.#offset + this.#spared));
  }

  /** The end of a file may spare what is filled up. */
  #pad(length: number): void {
    if (length === 0) return;
    const offset = this.#offset;
    this.#offset = Math.min(offset + length, this.#bytes.length);
    this.#spared += offset + length - this.#offset;
    const bytes = this.#bytes.subarray(offset, this.#offset);
    if (bytes.some((byte) => byte !== 0)) this.oddPadding.push({ offset, bytes: bytes.slice() });
  }
}
