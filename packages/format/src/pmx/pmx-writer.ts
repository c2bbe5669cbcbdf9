import { wordsOf } from '../binary/bytes.js';
import { WarningList } from '../errors.js';
import { VERTEX } from './layout.js';
import { decodePmxText, encodePmxText } from './pmx-text.js';
import type { PmxSource } from './pmx-source.js';
import type { PmxVector3, PmxVector4 } from './pmx.js';

/** A way to write a file: it may turn out that larger indices are needed, and then it is written once more. */
export interface PmxSpelling {
  readonly isUtf8: boolean;
  /** Bytes per index, by kind. The writer raises what is too small. */
  readonly sizes: Uint8Array;
  readonly source: PmxSource | undefined;
}

/**
 * The counterpart of `PmxReader`: fills a growing file. It knows what it writes, so that it can say which number of a
 * document is impossible.
 */
export class PmxWriter {
  readonly spelling: PmxSpelling;
  /** What is lost in the file. */
  readonly losses: WarningList = new WarningList();
  /** Has an index not fit, so that the file is of no use? */
  isTooSmall = false;
  offset = 0;
  section = 'header';
  record = -1;
  readonly #nans: Map<number, number>;
  readonly #oddTexts: Map<number, Uint8Array>;
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(4096);
  #view: DataView = new DataView(this.#bytes.buffer);

  constructor(spelling: PmxSpelling) {
    this.spelling = spelling;
    this.#nans = new Map(spelling.source?.nans.map(({ offset, bits }) => [offset, bits]));
    this.#oddTexts = new Map(spelling.source?.oddTexts.map(({ offset, bytes }) => [offset, bytes]));
  }

  /** The file. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.offset);
  }

  enter(section: string): void {
    this.section = section;
    this.record = -1;
  }

  refuse(what: string, problem: string): never {
    throw new RangeError(`${this.#where(what)} ${problem}`);
  }

  lose(problem: string): void {
    const { offset } = this;
    const find = (): { offset: number; where: string; problem: string } => ({
      offset,
      where: this.#where(''),
      problem,
    });
    this.losses.add('not-expressible', this.section, find);
  }

  u8(what: string, value: number): void {
    this.#check(what, value, 0, 0xff);
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  u16(what: string, value: number): void {
    this.#check(what, value, 0, 0xffff);
    const at = this.#reserve(2);
    this.#view.setUint16(at, value, true);
  }

  i32(what: string, value: number): void {
    this.#check(what, value, -0x80000000, 0x7fffffff);
    const at = this.#reserve(4);
    this.#view.setInt32(at, value, true);
  }

  u32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  f32(what: string, value: number): void {
    if (typeof value !== 'number') this.refuse(what, `is ${String(value)}, not a number`);
    const at = this.#reserve(4);
    this.#view.setFloat32(at, value, true);
    const bits = value !== value ? this.#nans.get(at) : undefined;
    if (bits !== undefined) this.#view.setUint32(at, bits, true);
  }

  vector3(what: string, value: PmxVector3): void {
    this.#vector(what, value, 3);
  }

  vector4(what: string, value: PmxVector4): void {
    this.#vector(what, value, 4);
  }

  index(what: string, value: number, kind: number): void {
    if (kind === VERTEX) this.#check(what, value, 0, 0xffffffff);
    else this.#check(what, value, -0x80000000, 0x7fffffff);
    const { sizes } = this.spelling;
    const needed = indexBytes(value, kind);
    if (needed > sizes[kind]) {
      sizes[kind] = needed;
      this.isTooSmall = true;
    }
    const at = this.#reserve(sizes[kind]);
    if (sizes[kind] === 1) this.#bytes[at] = value;
    else if (sizes[kind] === 2) this.#view.setUint16(at, value, true);
    else this.#view.setUint32(at, value, true);
  }

  /** The bytes of the file, if they stood here and still say the text. */
  text(what: string, value: string): void {
    if (typeof value !== 'string') this.refuse(what, `is ${String(value)}, not a text`);
    const odd = this.#oddTexts.get(this.offset + 4);
    const isSaid = odd && decodePmxText(odd, this.spelling.isUtf8).text === value;
    const bytes = isSaid ? odd : this.#encoded(what, value);
    this.u32(bytes.length);
    this.raw(bytes);
  }

  raw(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** `count` words of a column, bit for bit. */
  words(column: Uint32Array, index: number, count: number): void {
    let at = this.#reserve(4 * count);
    for (let i = index; i < index + count; i++, at += 4) this.#view.setUint32(at, column[i], true);
  }

  /** A column may be longer than needed. */
  checkLength(what: string, column: ArrayLike<unknown> | undefined, needed: number): void {
    if (!column) this.refuse(what, 'is missing');
    if (!(column.length >= needed)) this.refuse(what, `has ${column.length} entries, ${needed} are needed`);
  }

  /** A column of 32-bit numbers, as {@link words} writes it. */
  wordsOf(what: string, column: Float32Array | Int32Array, needed: number): Uint32Array {
    this.checkLength(what, column, needed);
    // A list or a Float64Array would be written as other numbers.
    if (column.BYTES_PER_ELEMENT !== 4) this.refuse(what, 'is no array of 32-bit numbers');
    return wordsOf(column);
  }

  #where(what: string): string {
    const record = this.record < 0 ? '' : `[${this.record}]`;
    return this.section + record + (what && `.${what}`);
  }

  #check(what: string, value: number, least: number, most: number): void {
    if (Number.isInteger(value) && value >= least && value <= most) return;
    this.refuse(what, `is ${value}, not a whole number from ${least} to ${most}`);
  }

  #vector(what: string, value: readonly number[], length: number): void {
    this.checkLength(what, value, length);
    for (let i = 0; i < length; i++) this.f32(what, value[i]);
  }

  #encoded(what: string, text: string): Uint8Array {
    if (this.spelling.isUtf8 && LONE_SURROGATE.test(text)) {
      this.lose(`has half a character in its ${what || 'text'}, which UTF-8 cannot express`);
    }
    return encodePmxText(text, this.spelling.isUtf8);
  }

  #reserve(length: number): number {
    const at = this.offset;
    this.offset += length;
    if (this.offset > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.offset);
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}

/** Of a character beyond U+FFFF. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The bytes that an index takes at least: unsigned, if it is of a vertex. */
function indexBytes(value: number, kind: number): 1 | 2 | 4 {
  const magnitude = kind === VERTEX ? value : 2 * (value < 0 ? -1 - value : value);
  return magnitude < 0x100 ? 1 : magnitude < 0x10000 ? 2 : 4;
}
