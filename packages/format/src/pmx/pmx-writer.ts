import { VERTEX_INDEX } from '../binary/record-layout.js';
import { RecordWriter } from '../binary/record-writer.js';
import { WarningList } from '../errors.js';
import { decodePmxText, encodePmxText } from './pmx-text.js';
import type { PmxSource } from './pmx.js';

/** How a file is written. It is written again if an index turns out to need more bytes. */
export interface PmxSpelling {
  readonly isUtf8: boolean;
  /** Bytes of an index, by kind. The writer raises those that are too small. */
  readonly sizes: Uint8Array;
  readonly source: PmxSource | undefined;
}

/** The counterpart of `PmxReader`. */
export class PmxWriter extends RecordWriter {
  readonly spelling: PmxSpelling;
  /** What the file cannot hold. */
  readonly losses: WarningList = new WarningList();
  /** An index needed more bytes than its kind had: the file must be written again. */
  isTooSmall = false;
  readonly #oddTexts: ReadonlyMap<number, Uint8Array>;
  readonly #unknown: ReadonlyMap<number, Uint8Array>;

  constructor(spelling: PmxSpelling, capacity: number) {
    super(capacity, spelling.source?.nans);
    this.spelling = spelling;
    this.#oddTexts = new Map(spelling.source?.oddTexts.map(({ offset, bytes }) => [offset, bytes]));
    this.#unknown = new Map(spelling.source?.unknown?.map(({ offset, bytes }) => [offset, bytes]));
  }

  /** The length of what was skipped at this place of the file; 0: nothing was. */
  unknownAt(offset: number): number {
    return this.#unknown.get(offset)?.length ?? 0;
  }

  /** Writes what was skipped here, and returns its length. */
  unknown(): number {
    const bytes = this.#unknown.get(this.offset);
    if (bytes) this.raw(bytes);
    return bytes?.length ?? 0;
  }

  lose(problem: string): void {
    const { offset } = this;
    this.losses.add('not-expressible', this.section, () => ({ offset, where: this.where(''), problem }));
  }

  /** The bytes of the file, if they stood here and still decode to the text. */
  text(field: string, value: string): void {
    if (typeof value !== 'string') this.refuse(field, `is ${String(value)}, not a string`);
    const odd = this.#oddTexts.get(this.offset + 4);
    const isSame = odd && decodePmxText(odd, this.spelling.isUtf8).text === value;
    const bytes = isSame ? odd : this.#encoded(field, value);
    this.count(field, bytes.length);
    this.raw(bytes);
  }

  index(field: string, value: number, kind: number): void {
    const { sizes } = this.spelling;
    const needed = indexBytes(value, kind);
    if (needed > sizes[kind]) {
      sizes[kind] = needed;
      this.isTooSmall = true;
    }
    if (kind === VERTEX_INDEX) this.integer(field, value, sizes[kind], 0, 0xffffffff);
    else this.integer(field, value, sizes[kind], -0x80000000, 0x7fffffff);
  }

  #encoded(field: string, text: string): Uint8Array {
    if (this.spelling.isUtf8 && LONE_SURROGATE.test(text)) {
      this.lose(`has a lone surrogate in its ${field || 'text'}, which UTF-8 cannot express`);
    }
    return encodePmxText(text, this.spelling.isUtf8);
  }
}

/** Half of a character beyond U+FFFF. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The least bytes of an index. Indices of vertices are unsigned. */
function indexBytes(value: number, kind: number): 1 | 2 | 4 {
  const magnitude = kind === VERTEX_INDEX ? value : 2 * (value < 0 ? -1 - value : value);
  return magnitude < 0x100 ? 1 : magnitude < 0x10000 ? 2 : 4;
}
