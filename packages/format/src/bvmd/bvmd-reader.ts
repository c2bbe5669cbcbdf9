import { ARRAY_MEMORY } from '../binary/byte-reader.js';
import { attempt, RecordReader } from '../binary/record-reader.js';
import { WarningList } from '../errors.js';
import { NAME_MEMORY, NamePool } from '../text/name-pool.js';
import type { MmdName } from '../text/name.js';
import type { BvmdVersion } from './bvmd.js';
import { markedText } from './cut-name.js';
import { type Field, fieldBytes, padding, type SectionName } from './layout.js';

/** An object of two fields, in a list. */
const EMPTY_NAME_MEMORY = 52;

/** What `source.shape` has of a name. */
const SHAPE_MEMORY = 4 + 4;

/** Bytes of a file. */
export interface ByteRange {
  readonly begin: number;
  readonly end: number;
}

/** A cursor over one section of a BVMD file. */
export class BvmdReader extends RecordReader {
  /** Never read, see `ByteReader.anchor`. */
  static readonly anchor: BvmdReader = new BvmdReader(
    new Uint8Array(0),
    [3, 0, 0],
    new WarningList(),
    'bones',
  );

  /** All keys are in columns: only names count. */
  override readonly fieldMemory: number = 0;
  /** The file ends before the section does. */
  isBroken = false;
  /** The section is read for the second time: its padding is known. */
  isAgain = false;
  /** Padding that is not all zero. */
  readonly oddPadding: ByteRange[] = [];
  /** The offsets of the section's counts in the file. */
  readonly countOffsets: number[] = [];
  /**
   * Set by {@link keep}: where the whole parts end, and the number of bytes that a writer would add after
   * them.
   */
  kept: { end: number; unwritten: number } | undefined;
  readonly #isAligned: boolean;
  readonly #pool = new NamePool();
  readonly #noBytes = new Uint8Array(0);
  /** Bytes of padding that are missing at the end of the file. */
  #missingPadding = 0;

  constructor(bytes: Uint8Array, version: BvmdVersion, warnings: WarningList, section: SectionName) {
    super(bytes, warnings);
    this.#isAligned = version[0] >= 3;
    this.section = section;
  }

  /** A writer would write more bytes than the file has. */
  get endsEarly(): boolean {
    return this.isBroken || this.#missingPadding > 0;
  }

  /** Reads until the file ends. The parts that `read` has kept by then stay in the document. */
  untilBroken(read: () => void): void {
    if (!attempt(this, read)) this.isBroken = true;
  }

  /**
   * Call when all parts read so far are whole and in the document. A writer would write `counts` more counts.
   */
  keep(counts = 0): void {
    this.kept = { end: this.offset, unwritten: this.#missingPadding + 4 * counts };
  }

  /** As {@link keep}, before fields: without keys, a writer writes only their padding. */
  keepEmpty(counts = 0): void {
    const filled = padding(this.offset + this.#missingPadding);
    this.kept = { end: this.offset, unwritten: this.#missingPadding + filled + 4 * counts };
  }

  /** Reads a count that must be restored on writing if the file ends early. */
  keptCount(field: string): number {
    this.countOffsets.push(this.offset);
    return this.count(field);
  }

  text(field: string): MmdName {
    const length = this.count(field);
    const at = this.take(length, field);
    this.memory -= (length === 0 ? EMPTY_NAME_MEMORY : NAME_MEMORY + 3 * length) + SHAPE_MEMORY;
    if (length === 0) return { text: '', bytes: this.#noBytes };
    const bytes = this.#pool.copy(this.bytesAt(at, length));
    if (this.#isAligned) this.#pad(padding(length));
    const text = markedText(bytes);
    if (text.includes('\ufffd')) this.warn('bad-text', field, 'is not UTF-8', at);
    return { text, bytes };
  }

  /** Moves past a field of `keys` keys and returns where the field begins. */
  field(field: Field, keys: number, path: string): number {
    if (!this.#isAligned && field.kind === 'words') this.#padOffset();
    const at = this.take(fieldBytes(field, keys), path + field.column);
    if (this.#isAligned && field.kind !== 'words') this.#padOffset();
    return at;
  }

  #padOffset(): void {
    this.#pad(padding(this.offset + this.#missingPadding));
  }

  /** Moves past padding, which may be missing at the end of the file. */
  #pad(length: number): void {
    if (length === 0) return;
    const present = Math.min(length, this.remaining);
    const offset = this.take(present);
    this.#missingPadding += length - present;
    const bytes = this.bytesAt(offset, present);
    if (this.isAgain || bytes.every((byte) => byte === 0)) return;
    this.memory -= ARRAY_MEMORY + 52 + length;
    this.oddPadding.push({ begin: offset, end: offset + present });
  }
}
