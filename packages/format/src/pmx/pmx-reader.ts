import { MmdFormatError, type MmdFormatErrorCode, WarningList } from '../errors.js';
import { VERTEX } from './layout.js';
import { decodePmxText } from './pmx-text.js';
import type { PmxSource } from './pmx-source.js';
import type { PmxVector3, PmxVector4 } from './pmx.js';

/**
 * A cursor over a PMX file. It knows where it is, so that every error and warning says so; it checks every index
 * against what there is to point at, and keeps what a document of numbers and texts would lose.
 */
export class PmxReader {
  /** Never read; see that of ByteReader. */
  static readonly anchor: PmxReader = new PmxReader(new Uint8Array(0));

  declare readonly bytes: Uint8Array;
  declare readonly view: DataView;
  offset = 0;
  declare readonly strict: boolean;
  declare readonly warnings: WarningList;
  /** Of texts. */
  isUtf8 = false;
  /** Bytes per index, by kind. */
  sizes: Uint8Array = new Uint8Array(6);
  /** How many there are to point at, by kind. Not known yet: any will do. */
  readonly counts: number[] = [Infinity, Infinity, Infinity, Infinity, Infinity, Infinity];
  readonly nans: PmxSource['nans'] = [];
  readonly oddTexts: PmxSource['oddTexts'] = [];
  /** Where the cursor is, such as `bones`, and in which of them. */
  section = 'header';
  record = -1;
  /** The problem that {@link fail} has thrown. */
  problem = '';
  /** Where the last whole record of {@link section} ends. */
  end = 0;
  /** Set once the file has broken off. */
  declare truncated: PmxSource['truncated'];
  readonly #lateChecks: (() => void)[] = [];

  constructor(bytes: Uint8Array, strict = false) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.strict = strict;
    this.warnings = new WarningList(strict);
  }

  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  enter(section: string): void {
    this.section = section;
    this.record = -1;
  }

  /** Checks indices now, or at the end of the file if what they point at comes later. */
  whenKnown(kind: number, check: () => void): void {
    if (this.counts[kind] < Infinity) {
      check();
      return;
    }
    const { section, record } = this;
    this.#lateChecks.push(() => {
      this.section = section;
      this.record = record;
      check();
    });
  }

  makeLateChecks(): void {
    for (const check of this.#lateChecks) check();
  }

  where(what: string): string {
    const record = this.record < 0 ? '' : `[${this.record}]`;
    return this.section + record + (what && !what.startsWith('[') ? `.${what}` : what);
  }

  fail(code: MmdFormatErrorCode, what: string, problem: string, offset: number = this.offset): never {
    this.problem = problem;
    const where = this.where(what);
    throw new MmdFormatError(`${where} ${problem}`, { code, section: where, offset });
  }

  warn(code: MmdFormatErrorCode, what: string, problem: string, offset: number): void {
    this.warnings.add(code, this.section, () => ({ offset, where: this.where(what), problem }));
  }

  /** Moves past `length` bytes and returns where they begin. */
  take(length: number, what: string): number {
    const at = this.offset;
    if (length > this.remaining) {
      this.fail('truncated', what, `needs ${length} bytes, ${this.remaining} left`);
    }
    this.offset = at + length;
    return at;
  }

  /** A number of things of at least `leastBytes` each, believed only if they fit. */
  count(what: string, leastBytes: number): number {
    const at = this.take(4, what);
    const count = this.view.getUint32(at, true);
    if (count * leastBytes > this.remaining) {
      const needed = `which needs ${count * leastBytes} bytes or more, ${this.remaining} left`;
      this.fail('truncated', what, `declares ${count}, ${needed}`, at);
    }
    return count;
  }

  /** More than `most` is odd. */
  u8(what: string, most = 255): number {
    const at = this.take(1, what);
    const value = this.bytes[at];
    if (value > most) this.warn('odd-value', what, `is ${value}, not 0 to ${most}`, at);
    return value;
  }

  /** A byte that decides what follows. */
  choice(what: string, most: number): number {
    const at = this.take(1, what);
    const value = this.bytes[at];
    if (value > most) this.fail('unknown-type', what, `is ${value}, not 0 to ${most}`, at);
    return value;
  }

  u16(what: string): number {
    return this.view.getUint16(this.take(2, what), true);
  }

  i32(what: string): number {
    return this.view.getInt32(this.take(4, what), true);
  }

  f32(what: string): number {
    const at = this.take(4, what);
    const value = this.view.getFloat32(at, true);
    if (!Number.isFinite(value)) {
      this.warn('not-finite', what, `is ${value}`, at);
      if (value !== value) this.nans.push({ offset: at, bits: this.view.getUint32(at, true) });
    }
    return value;
  }

  vector3(what: string): PmxVector3 {
    return [this.f32(what), this.f32(what), this.f32(what)];
  }

  vector4(what: string): PmxVector4 {
    return [this.f32(what), this.f32(what), this.f32(what), this.f32(what)];
  }

  /** −1 points at nothing; whatever else there is nothing of is odd. */
  index(what: string, kind: number): number {
    const at = this.take(this.sizes[kind], what);
    const index = this.indexAt(at, kind);
    if (!this.isSound(kind, index)) this.warnIndex(kind, index, what, at);
    return index;
  }

  indexAt(at: number, kind: number): number {
    const { view } = this;
    const size = this.sizes[kind];
    const raw =
      size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at, true) : view.getInt32(at, true);
    const free = 32 - 8 * size;
    return kind === VERTEX ? raw >>> 0 : (raw << free) >> free; // vertices are unsigned
  }

  isSound(kind: number, index: number): boolean {
    return index >= -1 && index < this.counts[kind];
  }

  warnIndex(kind: number, index: number, what: string, at: number): void {
    this.warn('bad-index', what, `is ${index}, there are ${this.counts[kind]}`, at);
  }

  text(what: string): string {
    const length = this.count(what, 1);
    const at = this.take(length, what);
    const bytes = this.bytes.subarray(at, at + length);
    const { text, isLossy } = decodePmxText(bytes, this.isUtf8);
    if (isLossy) {
      this.warn('bad-text', what, 'has bytes that its encoding does not define', at);
      this.oddTexts.push({ offset: at, bytes: bytes.slice() });
    }
    return text;
  }
}
