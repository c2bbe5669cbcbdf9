import type { FieldType, RecordLayout } from '../binary/record-layout.js';
import { RecordReader } from '../binary/record-reader.js';
import { decodeCp932 } from '../text/decode-cp932.js';
import { bytesToNul, type MmdName } from '../text/name.js';
import { MMD_NAME_BYTES, type PmmText } from './pmm-text.js';
import type { PmmSource } from './pmm.js';

/** How a field is stored. The argument of `f32s`, `i32s` and `u8s` is the number of their values. */
export type PmmFieldType = FieldType | 'f32s' | 'i32s' | 'u8s';
export type PmmLayout<T> = RecordLayout<T, PmmFieldType>;

/** A cursor over a PMM file. */
export class PmmReader extends RecordReader {
  /** Never read, see `ByteReader.anchor`. */
  static readonly anchor: PmmReader = new PmmReader(new Uint8Array(0));

  /** Where the last whole part of the file ends. */
  end = 0;
  /** Inside of a list, the number of entries that it declares. */
  declaredCount = 0;
  readonly #longTexts: Uint8Array[] = [];

  /** What the other fields of the document cannot say of the parts read so far. */
  source(signature: Uint8Array): PmmSource {
    const longTexts = this.#longTexts;
    return { signature, nans: this.nans, ...(longTexts.length > 0 && { longTexts }) };
  }

  /** Appends to a list in which the file may break off: whole entries stay in it. */
  list<T>(entries: T[], count: number, readOne: (i: number) => T): void {
    this.declaredCount = count;
    this.end = this.offset;
    for (let i = 0; i < count; i++) {
      entries.push(readOne(i));
      this.end = this.offset;
    }
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
    return this.#name(this.bytesAt(at, length), field, at, MMD_NAME_BYTES);
  }

  #name(bytes: Uint8Array, field: string, offset: number, width: number): MmdName {
    const text = decodeCp932(bytes);
    if (bytes.length > width) this.#longTexts.push(bytes.slice());
    if (text.includes('\ufffd')) this.warn('bad-text', field, 'has bytes unknown to CP932', offset);
    return { text, bytes: bytes.slice() };
  }
}
