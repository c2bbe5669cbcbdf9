import { MmdFormatError } from '../errors.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxSectionName } from './pmx-source.js';

/** A section without which a model is of no use. */
type EarlySectionName = 'textures' | 'materials' | 'bones';

/**
 * Reads a section of records, which are of a `kind` if others point at them.
 *
 * With `leastBytes` of a record, all must be there. Without, the file may break off: the whole records are kept, and
 * all later sections are empty.
 */
export function readSection<T>(
  reader: PmxReader,
  section: EarlySectionName | PmxSectionName,
  readOne: (reader: PmxReader) => T,
  kind?: number,
  leastBytes = 0,
): T[] {
  const records: T[] = [];
  if (reader.truncated) {
    if (kind !== undefined) reader.counts[kind] = 0;
    return records;
  }
  reader.enter(section);
  reader.end = reader.offset;
  let declaredCount = 0;
  try {
    declaredCount = reader.count('count', leastBytes);
    if (kind !== undefined) reader.counts[kind] = declaredCount;
    reader.end = reader.offset;
    while (records.length < declaredCount) {
      reader.record = records.length;
      records.push(readOne(reader));
      reader.end = reader.offset;
    }
  } catch (error) {
    // Strict, it may be a warning that was thrown.
    if (leastBytes > 0 || reader.strict || !(error instanceof MmdFormatError)) throw error;
    reader.truncated = { section: section as PmxSectionName, declaredCount, keptCount: records.length };
    const { code, offset, section: where } = error;
    reader.warnings.add(code, section, () => ({ offset, where, problem: reader.problem }));
  }
  if (kind !== undefined) reader.counts[kind] = records.length;
  reader.record = -1;
  return records;
}

/** What follows: a signature of some tool; or the record that the file breaks off in, and all behind it. */
export function readTrailing(reader: PmxReader): Uint8Array {
  const { end } = reader;
  const rest = reader.bytes.length - end;
  if (rest > 0 && !reader.truncated) {
    reader.enter('end of file');
    reader.warn('trailing-bytes', '', `is ${rest} bytes late`, end);
  }
  return reader.bytes.slice(end);
}
