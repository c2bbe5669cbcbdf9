import { MmdFormatError, type MmdFormatErrorCode, type WarningList } from '../errors.js';
import type { MmdName } from '../text/name.js';
import type { BvmdVersion } from './bvmd.js';
import { type Field, fieldBytes, padding, type SectionName } from './layout.js';

/** A cursor over one section. */
export class BvmdReader {
  readonly section: SectionName;
  readonly view: DataView;
  /** The file ends before the section does. */
  isBroken = false;
  readonly #bytes: Uint8Array;
  readonly #isAligned: boolean;
  readonly #warnings: WarningList;
  #offset = 0;
  /** What {@link claim} threw about. */
  #problem = '';

  constructor(bytes: Uint8Array, version: BvmdVersion, warnings: WarningList, section: SectionName) {
    this.#bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isAligned = version[0] >= 3;
    this.#warnings = warnings;
    this.section = section;
  }

  get offset(): number {
    return this.#offset;
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

  /** Moves past `length` bytes and returns where they begin. */
  claim(length: number, what: string): number {
    const at = this.#offset;
    const left = this.#bytes.length - at;
    if (length > left) {
      this.#problem = `needs ${length} bytes, ${left} left`;
      throw new MmdFormatError('truncated', what, at, `${what} ${this.#problem}`);
    }
    this.#offset = at + length;
    return at;
  }

  u32(what: string): number {
    return this.view.getUint32(this.claim(4, what), true);
  }

  text(what: string): MmdName {
    const length = this.u32(what);
    const at = this.claim(length, what);
    const bytes = this.#bytes.slice(at, at + length);
    if (this.#isAligned) this.#pad(length);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    if (text.includes('\ufffd')) this.warn('bad-text', what, 'is not UTF-8', at);
    return { text, bytes };
  }

  /** Moves past a field and returns where it begins. */
  field(field: Field, keys: number, what: string): number {
    if (!this.#isAligned && field.kind === 'words') this.#pad(this.#offset);
    const at = this.claim(fieldBytes(field, keys), `${what}.${field.column}`);
    if (this.#isAligned && field.kind !== 'words') this.#pad(this.#offset);
    return at;
  }

  warn(code: MmdFormatErrorCode, where: string, problem: string, offset: number, count = 1): void {
    this.#warnings.add(code, this.section, () => ({ offset, where, problem }), count);
  }

  /** The end of a file may spare what is filled up. */
  #pad(length: number): void {
    this.#offset = Math.min(this.#offset + padding(length), this.#bytes.length);
  }
}
