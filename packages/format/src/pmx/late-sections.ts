import { MmdFormatError } from '../errors.js';
import type { PmxIndexKind } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxSectionName, PmxSource } from './pmx.js';

/** Reads the sections that a file may break off in and still be of use. */
export class LateSections {
  /** Set once the file has broken off: what follows is empty. */
  truncated: PmxSource['truncated'];
  readonly #reader: PmxReader;
  /** Where the last whole record ends. */
  #end = 0;

  constructor(reader: PmxReader) {
    this.#reader = reader;
  }

  /** The whole records of a section, which are of a `kind` if others point at them. */
  read<T>(section: PmxSectionName, read: (reader: PmxReader) => T, kind?: PmxIndexKind): T[] {
    const records: T[] = [];
    if (this.truncated) return records;
    const reader = this.#reader;
    reader.enter(section);
    this.#end = reader.offset;
    let declaredCount = 0;
    try {
      declaredCount = reader.u32At(reader.take(4, 'count'));
      if (kind !== undefined) reader.counts[kind] = declaredCount;
      this.#end = reader.offset;
      while (records.length < declaredCount) {
        reader.record = records.length;
        records.push(read(reader));
        this.#end = reader.offset;
      }
    } catch (error) {
      // Strict, it may be a warning that was thrown.
      if (!(error instanceof MmdFormatError) || reader.strict) throw error;
      this.truncated = { section, declaredCount, keptCount: records.length };
      const { code, offset } = error;
      reader.warnings.add(code, section, () => ({ offset, where: error.section, problem: reader.problem }));
    }
    if (kind !== undefined) reader.counts[kind] = records.length;
    return records;
  }

  /** What follows: a signature of some tool; or the record that the file breaks off in, and all behind it. */
  readTrailing(): Uint8Array {
    const reader = this.#reader;
    const rest = reader.offset - this.#end + reader.remaining;
    if (rest > 0 && !this.truncated) {
      const where = 'end of file';
      reader.enter(where);
      reader.warn('trailing-bytes', '', `is ${rest} bytes late`, this.#end);
    }
    return reader.bytesAt(this.#end, rest).slice();
  }
}
