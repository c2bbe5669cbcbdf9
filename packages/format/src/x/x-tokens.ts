import { ByteCursor } from '../binary/byte-reader.js';
import type { MmdFormatError, MmdFormatErrorCode, WarningList } from '../errors.js';
import { countOf } from '../text/count-of.js';

/**
 * `other`: a bracket or a word of a template. Commas and semicolons are no tokens: real files mix and omit
 * them.
 */
export type XTokenKind = 'name' | 'text' | 'number' | 'guid' | 'open' | 'close' | 'other' | 'end';

/** Columns of numbers. */
type Column = Float32Array | Uint32Array;

/**
 * The tokens of a DirectX file, the same for text and binary. Methods move forwards only, so that a file is
 * read in O(length).
 */
export abstract class XTokens {
  readonly #memory: ByteCursor;
  readonly #warnings: WarningList;

  constructor(file: Uint8Array, warnings: WarningList) {
    this.#memory = new ByteCursor(file);
    this.#memory.limitMemory();
    this.#warnings = warnings;
  }

  /** Where the next token begins, in whatever unit {@link fail} understands. */
  abstract readonly at: number;
  /** At most so many numbers may follow. */
  protected abstract readonly mostNumbers: number;
  /** The kind of the next token. */
  abstract peek(): XTokenKind;
  /** Moves past a token of any kind. */
  abstract skip(): void;
  /** Takes a word; a number counts, because names may be numbers in text. */
  abstract takeName(): string;
  /** Takes a quoted text. */
  abstract takeText(): string;
  /** Takes a number. Call it only if {@link peek} says so. */
  protected abstract takeNumber(): number;
  abstract fail(code: MmdFormatErrorCode, section: string, message: string, at?: number): MmdFormatError;
  /** The next characters for messages. */
  protected abstract glimpse(): string;

  /** Call for what the document keeps. @throws MmdFormatError `too-large`. */
  spend(bytes: number, section: string): void {
    this.#memory.spend(bytes, section);
  }

  /** Call for a text that the document keeps. */
  spendText(text: string, section: string): void {
    this.spend(/[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length, section);
  }

  /** Reports a problem that did not stop parsing. */
  warn(code: MmdFormatErrorCode, section: string, problem: string, at: number = this.at): void {
    this.#warnings.add(code, section, () => {
      const { offset, line, column } = this.fail(code, section, problem, at);
      const place = line === undefined || column === undefined ? undefined : { line, column };
      return { offset, where: section, problem, ...(place && { place }) };
    });
  }

  /** The next token is of a kind, or the file is broken there. @throws MmdFormatError */
  expect(kind: XTokenKind, section: string): void {
    const found = this.peek();
    if (found === kind) return;
    if (found === 'end')
      throw this.fail('truncated', section, `the file ends where ${NAMES[kind]} should be`);
    throw this.fail('bad-syntax', section, `${this.glimpse()} where ${NAMES[kind]} should be`);
  }

  number(section: string): number {
    this.expect('number', section);
    return Math.fround(this.takeNumber());
  }

  /** A whole number from 0 to 2³² − 1. */
  index(section: string): number {
    this.expect('number', section);
    const { at } = this;
    const value = this.takeNumber();
    // Some exporters write −1 or a fraction; neither can be an index or a count.
    if (Number.isInteger(value) && value >= 0 && value <= 0xffffffff) return value;
    throw this.fail('bad-syntax', section, `${value} where a whole number from 0 should be`, at);
  }

  /** A number of things that take `numbers` numbers each at least, so that so many may follow. */
  count(numbers: number, section: string): number {
    const count = this.index(section);
    if (count * numbers > this.mostNumbers) {
      throw this.fail('truncated', section, `the file ends before ${countOf(count, 'record')}`);
    }
    return count;
  }

  /** Fills a column, or a part of it. */
  readInto<T extends Column>(column: T, section: string, start = 0, end: number = column.length): T {
    const isWhole = column instanceof Uint32Array;
    for (let i = start; i < end; i++) column[i] = isWhole ? this.index(section) : this.number(section);
    return column;
  }

  /**
   * As {@link readInto}, a new column of floats. Their number has been checked by {@link count}. Warns of NaN
   * and infinity.
   */
  floats(length: number, section: string): Float32Array<ArrayBuffer> {
    this.spend(COLUMN_MEMORY + 4 * length, section);
    const { at } = this;
    const column = this.readInto(new Float32Array(length), section);
    if (!column.every(Number.isFinite)) this.warn('not-finite', section, 'has a NaN or an infinity', at);
    return column;
  }

  /** As {@link readInto}, a new column of whole numbers. */
  indices(length: number, section: string): Uint32Array<ArrayBuffer> {
    this.spend(COLUMN_MEMORY + 4 * length, section);
    return this.readInto(new Uint32Array(length), section);
  }

  /** Moves past the rest of a data object, with the objects in it, and its brace. */
  skipObject(section: string): void {
    for (let depth = 1; depth > 0; this.skip()) {
      const kind = this.peek();
      if (kind === 'end') this.expect('close', section);
      depth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
    }
  }
}

/** A typed array and its buffer, see `ARRAY_MEMORY`. */
const COLUMN_MEMORY = 200;

const NAMES: Readonly<Record<XTokenKind, string>> = {
  name: 'a name',
  text: 'a quoted text',
  number: 'a number',
  guid: 'a GUID',
  open: '"{"',
  close: '"}"',
  other: 'another token',
  end: 'the end of the file',
};
