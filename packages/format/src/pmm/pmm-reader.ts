import { type FieldType, pathOf, type RecordLayout } from '../binary/record-layout.js';
import { RecordReader } from '../binary/record-reader.js';
import { MmdFormatError, type MmdFormatErrorCode } from '../errors.js';
import { decodeCp932, textOfUnits } from '../text/decode-cp932.js';
import { bytesToNul, type MmdName } from '../text/name.js';
import { ColumnPacker } from './pack-columns.js';
import type { PmmLinks } from './pmm-keys.js';
import { MMD_NAME_BYTES, type PmmText } from './pmm-text.js';
import type { PmmSource } from './pmm.js';

/** How a field is stored. The argument of `f32s`, `i32s` and `u8s` is the number of their values. */
export type PmmFieldType = FieldType | 'f32s' | 'i32s' | 'u8s';
export type PmmLayout<T> = RecordLayout<T, PmmFieldType>;

/**
 * Packing takes time. The memory that it saves counts only where a file has many small models or accessories.
 */
const MAX_UNPACKED = 16;
/** Of an object, a string, a view and an entry in a list. */
const NAME_HEAP_BYTES = 168;
/** Enough for fifteen hundred names in a small file. */
const MIN_NAMES_BYTES = 300_000;
/** A bone whose name differs from all others, and that has only its first key, takes 1.9. */
const NAMES_PER_BYTE = 1.6;

/** A project may have hundreds of models, and each some warnings. */
const MAX_WARNINGS = 100;

/** A cursor over a PMM file. */
export class PmmReader extends RecordReader {
  /** Never read, see `ByteReader.anchor`. */
  static readonly anchor: PmmReader = new PmmReader(new Uint8Array(0));

  /** Where the last whole part of the file ends. */
  end = 0;
  /** Inside of a list, the number of entries that it declares. */
  declaredCount = 0;
  readonly #unlinked = new Map<number, PmmLinks>();
  readonly #packer = new ColumnPacker();
  readonly #longTexts = new Set<MmdName>();
  /** The names of the file by their bytes: models have many names in common. */
  readonly #names = new Map<string, MmdName>();
  #nameHeapBytes = 0;

  /** What the other fields of the document cannot say of the parts read so far. */
  source(signature: Uint8Array): PmmSource {
    const longTexts = Array.from(this.#longTexts, ({ bytes }) => bytes);
    return { signature, nans: this.nans, ...(longTexts.length > 0 && { longTexts }) };
  }

  /** Appends to a list in which the file may break off: whole entries stay in it. */
  list<T extends object>(entries: T[], count: number, readOne: (i: number) => T): void {
    this.declaredCount = count;
    this.end = this.offset;
    for (let i = 0; i < count; i++) {
      const entry = readOne(i);
      entries.push(count > MAX_UNPACKED ? this.#packer.pack(entry) : entry);
      this.end = this.offset;
    }
  }

  /** The links of a section in which every track has its first key alone. Most models have the same few. */
  unlinked(tracks: number): PmmLinks {
    const known = this.#unlinked.get(tracks);
    if (known) return known;
    const records = Uint32Array.from({ length: tracks }, (_, record) => record);
    const links = { records, previous: new Int32Array(tracks), next: new Int32Array(tracks) };
    this.#unlinked.set(tracks, links);
    this.#packer.keep(links);
    return links;
  }

  /** In a file with very many warnings, those of all its models count as one. */
  override warn(code: MmdFormatErrorCode, field: string, problem: string, offset: number, count = 1): void {
    const { section, record, warnings } = this;
    const group = warnings.list.length < MAX_WARNINGS ? section : section.replace(/\[\d+\]/, '');
    warnings.add(code, group, () => ({ offset, where: pathOf(section, record, field), problem }), count);
  }

  u8s(field: string, count: number): Uint8Array {
    return this.bytesAt(this.take(count, field), count).slice(); // the document holds no view of the file
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
    return Int32Array.from({ length: count }, (_, i) => this.view.getInt32(at + 4 * i, true));
  }

  /** The text of a field of fixed width, and the bytes after its NUL. */
  text(field: string, width: number): PmmText {
    const at = this.take(width, field);
    const raw = this.bytesAt(at, width);
    const name = this.#name(bytesToNul(raw), field, at, width - 1);
    const rest = raw.slice(name.bytes.length + 1);
    return rest.some((byte) => byte !== 0) ? { ...name, rest } : name;
  }

  /** The text of a field whose first byte is its length. */
  shortText(field: string): MmdName {
    const length = this.u8(field);
    const at = this.take(length, field);
    const bytes = this.bytesAt(at, length);
    const key = textOfUnits(bytes);
    const known = this.#names.get(key);
    const name = this.#name(bytes, field, at, MMD_NAME_BYTES, known);
    if (!known) {
      this.#names.set(key, name);
      this.#limitNames(length, field, at);
    }
    return name;
  }

  /**
   * A name takes eight times its bytes. @throws {@link MmdFormatError} `too-large` in a file of hardly
   * anything but names.
   */
  #limitNames(length: number, field: string, offset: number): void {
    this.#nameHeapBytes += NAME_HEAP_BYTES + 3 * length;
    if (this.#nameHeapBytes <= MIN_NAMES_BYTES + NAMES_PER_BYTE * this.length) return;
    const section = `${this.section}.${field}`;
    const message = `${section}: ${this.#names.size} different names are too many for a project of ${this.length} bytes`;
    throw new MmdFormatError(message, { code: 'too-large', section, offset });
  }

  #name(bytes: Uint8Array, field: string, offset: number, width: number, known?: MmdName): MmdName {
    const name = known ?? { text: decodeCp932(bytes), bytes: bytes.slice() };
    if (bytes.length > width) this.#longTexts.add(name);
    if (name.text.includes('\ufffd')) this.warn('bad-text', field, 'has bytes unknown to CP932', offset);
    return name;
  }
}
