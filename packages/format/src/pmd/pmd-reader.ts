import { ARRAY_MEMORY } from '../binary/byte-reader.js';
import { sameBytes } from '../binary/bytes.js';
import { RecordReader } from '../binary/record-reader.js';
import { decodeCp932 } from '../text/decode-cp932.js';
import { NAME_MEMORY, NamePool } from '../text/name-pool.js';
import { bytesToNul, type MmdName } from '../text/name.js';
import { INDEX_SIZES, textField } from './layout.js';
import type { PmdSource } from './pmd.js';

/** A cursor over a PMD file. */
export class PmdReader extends RecordReader {
  /** Never read; see that of ByteReader. */
  static readonly anchor: PmdReader = new PmdReader(new Uint8Array(0));

  override sizes: Uint8Array = INDEX_SIZES;
  readonly oddFields: PmdSource['oddFields'] = [];
  readonly #pool = new NamePool();

  /** The count that opens a section, of 1, 2 or 4 bytes. Its records must all be there. */
  sectionCount(section: string, countBytes: number, recordBytes = 0): number {
    this.enter(section);
    const count = countBytes === 4 ? this.count('') : countBytes === 2 ? this.u16('') : this.u8('');
    this.need(count * recordBytes);
    return count;
  }

  /** The records of the section at hand. */
  records<T>(count: number, readOne: () => T): T[] {
    const records = Array.from({ length: count }, (_, i) => {
      this.record = i;
      return this.one(readOne);
    });
    this.record = -1;
    return records;
  }

  i16(field: string): number {
    return this.view.getInt16(this.take(2, field), true);
  }

  /** The text of a field of fixed width. */
  text(field: string, width: number): MmdName {
    const offset = this.take(width, field);
    const raw = this.bytesAt(offset, width).slice(); // the document holds no view of the file
    const bytes = this.#pool.copy(bytesToNul(raw));
    const text = decodeCp932(bytes);
    this.memory -= NAME_MEMORY + 3 * bytes.length;
    if (text.includes('\ufffd')) this.warn('bad-text', field, 'has bytes unknown to CP932', offset);
    if (sameBytes(raw, textField(bytes, width))) return { text, bytes };
    this.memory -= ARRAY_MEMORY + 52 + width;
    this.oddFields.push({ offset, bytes: raw });
    return { text, bytes };
  }
}
