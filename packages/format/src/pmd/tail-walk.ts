import type { FieldReader } from './field-reader.js';
import type { PmdSectionName, PmdSource } from './pmd.js';

/** What {@link TailWalk.records} needs to know of a section. */
export interface TailRecords<T> {
  /** Of the count; without one there is one record. */
  readonly countBytes: 0 | 1 | 2 | 4;
  /** Of the record that begins where the reader stands. */
  readonly recordBytes: () => number;
  readonly read: (record: number) => T;
  /** A file may end before it. */
  readonly isOptional?: boolean;
}

/**
 * Reads the sections behind the skeleton, in file order, for as long as the file goes on.
 *
 * A file may stop before any of the optional ones; inside a section, whole records are kept.
 */
export class TailWalk {
  truncated: PmdSource['truncated'];
  readonly #reader: FieldReader;
  #isOver = false;

  constructor(reader: FieldReader) {
    this.#reader = reader;
  }

  /** The records of a section; undefined if the file ends before it, or inside its count. */
  records<T>(
    section: PmdSectionName,
    { countBytes, recordBytes, read, isOptional }: TailRecords<T>,
  ): T[] | undefined {
    const reader = this.#reader;
    if (isOptional && reader.remaining === 0) this.#isOver = true;
    if (this.#isOver) return undefined;
    reader.enter(section);
    if (reader.remaining < countBytes) {
      this.#breakOff(countBytes, { section, keptCount: 0 });
      return undefined;
    }
    const declaredCount = countBytes === 0 ? 1 : reader.count(section, countBytes);
    const records: T[] = [];
    while (!this.#isOver && records.length < declaredCount) {
      const keptCount = records.length;
      if (countBytes > 0) reader.enter(section, `[${keptCount}]`);
      const bytes = recordBytes();
      if (bytes > reader.remaining) this.#breakOff(bytes, { section, declaredCount, keptCount });
      else records.push(read(keptCount));
    }
    return records;
  }

  /** The file ends here. */
  #breakOff(neededBytes: number, truncated: NonNullable<PmdSource['truncated']>): void {
    const { declaredCount = 1, keptCount } = truncated;
    const { offset, remaining } = this.#reader;
    const problem = `needs ${neededBytes} bytes, ${remaining} left`;
    this.#isOver = true;
    this.truncated = truncated;
    this.#reader.report('truncated', '', problem, offset, declaredCount - keptCount);
  }
}
