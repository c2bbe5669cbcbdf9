import { sameBytes } from '../binary/bytes.js';
import { type RecordLayout, writeRecord } from '../binary/record-layout.js';
import { RecordWriter } from '../binary/record-writer.js';
import { bytesToNul, type MmdName, type OnWarning, reportName, writableName } from '../text/name.js';
import { INDEX_SIZES, type PmdFieldType, textField } from './layout.js';
import type { PmdSource } from './pmd.js';

/** The counterpart of `PmdReader`. It puts back what {@link PmdSource} knows of a field. */
export class PmdWriter extends RecordWriter {
  readonly #onWarning: OnWarning | undefined;
  readonly #oddFields: ReadonlyMap<number, Uint8Array>;

  constructor(capacity: number, source?: PmdSource, onWarning?: OnWarning) {
    super(capacity, source?.nans);
    this.#onWarning = onWarning;
    this.#oddFields = new Map(source?.oddFields.map(({ offset, bytes }) => [offset, bytes]));
  }

  /** The count that opens a section, of 1, 2 or 4 bytes. */
  sectionCount(section: string, count: number, countBytes: number): void {
    this.enter(section);
    this.listCount('', count, countBytes);
  }

  /** The number of entries of a list. */
  listCount(field: string, count: number, countBytes: number): void {
    const most = 2 ** (8 * countBytes) - 1;
    if (count > most) this.refuse(field, `has ${count} entries, the format allows at most ${most}`);
    this.integer(field, count, countBytes, 0, most);
  }

  records<T>(layout: RecordLayout<T, PmdFieldType>, records: readonly T[]): void {
    records.forEach((record, i) => {
      this.record = i;
      writeRecord<T, PmdFieldType>(this, layout, record);
    });
  }

  index(field: string, value: number, kind: number): void {
    if (INDEX_SIZES[kind] === 2) this.i16(field, value);
    else this.i32(field, value);
  }

  text(_field: string, name: MmdName, width: number): void {
    const { section, offset } = this;
    const { bytes } = writableName(name);
    const raw = this.#oddFields.get(offset);
    const fits = raw?.length === width && sameBytes(bytesToNul(raw), bytes);
    this.raw(fits ? raw : textField(bytes, width));
    if (this.#onWarning) reportName(name, width, { section, offset }, this.#onWarning, bytesToNul);
  }
}
