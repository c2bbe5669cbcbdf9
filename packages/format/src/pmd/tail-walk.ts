import type { WarningList } from '../errors.js';
import type { FieldReader } from './field-reader.js';
import type { PmdSectionName, PmdSource } from './pmd.js';

/**
 * Reads the sections behind the skeleton, in file order, for as long as the file goes on.
 *
 * A file may stop before any of the optional ones; inside a section, whole records are kept.
 */
export class TailWalk {
  truncated: PmdSource['truncated'];
  readonly fields: FieldReader;
  readonly #warnings: WarningList;
  #isOver = false;

  constructor(fields: FieldReader, warnings: WarningList) {
    this.fields = fields;
    this.#warnings = warnings;
  }

  /** The records of a section; undefined if the file ends before it, or inside its count. */
  records<T>(
    section: PmdSectionName,
    countBytes: 1 | 2 | 4,
    recordBytes: number | (() => number),
    read: (record: number) => T,
    isOptional = false,
  ): T[] | undefined {
    if (!this.has(section, countBytes, isOptional)) return undefined;
    const declaredCount = this.fields.count(section, countBytes);
    const records: T[] = [];
    while (records.length < declaredCount) {
      const bytes = typeof recordBytes === 'number' ? recordBytes : recordBytes();
      if (bytes > this.fields.file.remaining) {
        this.breakOff(section, bytes, records.length, declaredCount);
        break;
      }
      this.fields.claim(section, bytes, records.length);
      records.push(read(records.length));
    }
    return records;
  }

  /** Are there the bytes that a section needs at least? */
  has(section: PmdSectionName, bytes: number, isOptional: boolean): boolean {
    if (this.#isOver) return false;
    const { remaining } = this.fields.file;
    if (remaining >= bytes) return true;
    if (isOptional && remaining === 0) this.#isOver = true;
    else this.breakOff(section, bytes, 0);
    return false;
  }

  /** The file ends here. */
  breakOff(section: PmdSectionName, neededBytes: number, keptCount: number, declaredCount?: number): void {
    const { offset, remaining } = this.fields.file;
    const isCounted = declaredCount !== undefined;
    const where = isCounted ? `${section}[${keptCount}]` : section;
    const problem = `needs ${neededBytes} bytes, ${remaining} left`;
    const lost = isCounted ? declaredCount - keptCount : 1;
    this.#isOver = true;
    this.truncated = { section, ...(isCounted && { declaredCount }), keptCount };
    this.#warnings.add('truncated', section, () => ({ offset, where, problem }), lost);
  }
}
