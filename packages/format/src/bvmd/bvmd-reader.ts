import { attempt, RecordReader } from '../binary/record-reader.js';
import { WarningList } from '../errors.js';
import type { MmdName } from '../text/name.js';
import type { BvmdSource, BvmdVersion } from './bvmd.js';
import { type Field, fieldBytes, padding, type SectionName } from './layout.js';

/** A cursor over one section. */
export class BvmdReader extends RecordReader {
  /** Never read; see that of ByteReader. */
  static readonly anchor: BvmdReader = new BvmdReader(
    new Uint8Array(0),
    [3, 0, 0],
    new WarningList(),
    'bones',
  );

  /** The file ends before the section does. */
  isBroken = false;
  /** Padding other than zeros. */
  readonly oddPadding: BvmdSource['patches'] = [];
  /** Where the counts of the section are in the file. */
  readonly countOffsets: number[] = [];
  /** What {@link keep} has kept last: where it ends, and the bytes that a writer would add before its end. */
  kept: { end: number; unwritten: number } | undefined;
  readonly #isAligned: boolean;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #noBytes = new Uint8Array(0);
  /** Padding that the file lacks because it ends. */
  #missingPadding = 0;

  constructor(bytes: Uint8Array, version: BvmdVersion, warnings: WarningList, section: SectionName) {
    super(bytes, warnings);
    this.#isAligned = version[0] >= 3;
    this.section = section;
  }

  /** The file ends before a writer would. */
  get endsEarly(): boolean {
    return this.isBroken || this.#missingPadding > 0;
  }

  /** Reads as far as the file goes; what `read` has kept until then stays. */
  untilBroken(read: () => void): void {
    if (!attempt(this, read)) this.isBroken = true;
  }

  /** What has been read is whole, and in the document. A writer goes on with `counts` numbers that are not read yet. */
  keep(counts = 0): void {
    this.kept = { end: this.offset, unwritten: this.#missingPadding + 4 * counts };
  }

  /** As {@link keep}, where fields follow: of no keys, a writer makes padding only. */
  keepEmpty(counts = 0): void {
    const filled = padding(this.offset + this.#missingPadding);
    this.kept = { end: this.offset, unwritten: this.#missingPadding + filled + 4 * counts };
  }

  /** A count that has to be put back if the file breaks off. */
  keptCount(field: string): number {
    this.countOffsets.push(this.offset);
    return this.count(field);
  }

  text(field: string): MmdName {
    const length = this.count(field);
    const at = this.take(length, field);
    if (length === 0) return { text: '', bytes: this.#noBytes };
    const bytes = this.bytesAt(at, length).slice();
    if (this.#isAligned) this.#pad(padding(length));
    const text = this.#decoder.decode(bytes);
    if (text.includes('\ufffd')) this.warn('bad-text', field, 'is not UTF-8', at);
    return { text, bytes };
  }

  /** Moves past a field of `keys` keys and returns where it begins. */
  field(field: Field, keys: number, path: string): number {
    if (!this.#isAligned && field.kind === 'words') this.#padOffset();
    const at = this.take(fieldBytes(field, keys), path + field.column);
    if (this.#isAligned && field.kind !== 'words') this.#padOffset();
    return at;
  }

  #padOffset(): void {
    this.#pad(padding(this.offset + this.#missingPadding));
  }

  /** The last padding may be missing at the end of a file. */
  #pad(length: number): void {
    if (length === 0) return;
    const present = Math.min(length, this.remaining);
    const offset = this.take(present);
    this.#missingPadding += length - present;
    const bytes = this.bytesAt(offset, present);
    if (bytes.some((byte) => byte !== 0)) this.oddPadding.push({ offset, bytes: bytes.slice() });
  }
}
