import { ARRAY_MEMORY } from '../binary/byte-reader.js';
import { RecordReader } from '../binary/record-reader.js';
import type { WarningList } from '../errors.js';
import { decodePmxText } from './pmx-text.js';
import type { PmxSource } from './pmx.js';

/** The lengths of items of kinds that no version defines, such as elements of morphs of type 11. */
export type UnknownLengths = ReadonlyMap<string, number>;

/** Such a kind, and the lengths that it may have. */
export interface OpenItem {
  readonly kind: string;
  readonly lengths: readonly number[];
}

/** A cursor over a PMX file. */
export class PmxReader extends RecordReader {
  /** Never read; see that of ByteReader. */
  static readonly anchor: PmxReader = new PmxReader(new Uint8Array(0));

  /** The encoding of texts. */
  isUtf8 = false;
  readonly oddTexts: PmxSource['oddTexts'] = [];
  readonly unknown: NonNullable<PmxSource['unknown']> = [];
  /** How long unknown items are, by their kind. */
  readonly #lengths: UnknownLengths;
  /** The first of them whose length is open. */
  openItem: OpenItem | undefined;
  /** The end of the last whole record. */
  end = 0;
  /** Set once the file has broken off. */
  truncated: PmxSource['truncated'];
  readonly #lateChecks: (() => void)[] = [];

  constructor(bytes: Uint8Array, warnings?: WarningList, lengths: UnknownLengths = new Map()) {
    super(bytes, warnings);
    this.#lengths = lengths;
  }

  /** How long items of an unknown kind are, one of these lengths of known ones; undefined if that is open. */
  lengthOfUnknown(kind: string, lengths: readonly number[]): number | undefined {
    const distinct = [...new Set(lengths)];
    if (distinct.length === 1) return distinct[0];
    const known = this.#lengths.get(kind);
    if (known === undefined) this.openItem ??= { kind, lengths: distinct };
    return known;
  }

  /** A byte that decides what follows: more than `most` cannot be read. */
  choice(field: string, most: number): number {
    const at = this.take(1, field);
    const value = this.u8At(at);
    if (value > most) this.fail('unknown-type', field, `is ${value}, not 0 to ${most}`, at);
    return value;
  }

  /** Skips `length` bytes, which begin with a byte that no version defines and has a known end. */
  skipUnknown(field: string, length: number, most: number): void {
    const at = this.take(length, field);
    this.memory -= ARRAY_MEMORY + 52 + length;
    this.warn('unknown-type', field, `is ${this.u8At(at)}, not 0 to ${most}`, at);
    this.unknown.push({ offset: at, bytes: this.bytesAt(at, length).slice() });
  }

  text(field: string): string {
    const length = this.count(field, 1);
    const at = this.take(length, field);
    const bytes = this.bytesAt(at, length);
    const { text, isLossy } = decodePmxText(bytes, this.isUtf8);
    this.memory -= 2 * text.length;
    if (isLossy) {
      this.memory -= ARRAY_MEMORY + 52 + length;
      this.warn('bad-text', field, 'has bytes that its encoding does not define', at);
      this.oddTexts.push({ offset: at, bytes: bytes.slice() });
    }
    return text;
  }

  /** Checks indices now, or at the end of the file if it is not known yet how many targets there are. */
  whenKnown(kind: number, check: () => void): void {
    if (this.counts[kind] < Infinity) {
      check();
      return;
    }
    const { section, record } = this;
    this.#lateChecks.push(() => {
      this.enter(section, record);
      check();
    });
  }

  makeLateChecks(): void {
    for (const check of this.#lateChecks) check();
  }
}
