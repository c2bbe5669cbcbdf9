import { attempt } from '../binary/record-reader.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';
import type { PmxSectionName, PmxSource } from './pmx.js';

/** The sections that a file may break off in, in file order. */
export const LATE_SECTIONS: readonly PmxSectionName[] = [
  'morphs',
  'displayFrames',
  'rigidBodies',
  'joints',
  'softBodies',
];

/**
 * Reads a section that every model needs: all its records, or the file is refused.
 *
 * `kind`: what the records are for indices; `leastBytes`: of a record.
 */
export function readSection<T>(
  reader: PmxReader,
  section: 'textures' | 'materials' | 'bones',
  readOne: (reader: PmxReader) => T,
  kind: number,
  leastBytes: number,
): T[] {
  reader.enter(section);
  return readRecords(reader, [], reader.count('count', leastBytes), readOne, kind);
}

/** Reads a section that may break off: its whole records are kept, and all later sections are empty. */
export function readLateSection<T>(
  reader: PmxReader,
  section: PmxSectionName,
  readOne: (reader: PmxReader) => T,
  kind?: number,
): T[] {
  const records: T[] = [];
  if (!reader.truncated) {
    reader.enter(section);
    reader.end = reader.offset;
    let declaredCount = 0;
    const isWhole = attempt(reader, () => {
      declaredCount = reader.count('count');
      readRecords(reader, records, declaredCount, readOne, kind);
    });
    if (!isWhole) reader.truncated = { section, declaredCount, keptCount: records.length };
    reader.record = -1;
  }
  if (kind !== undefined) reader.counts[kind] = records.length;
  return records;
}

function readRecords<T>(
  reader: PmxReader,
  records: T[],
  count: number,
  readOne: (reader: PmxReader) => T,
  kind: number | undefined,
): T[] {
  if (kind !== undefined) reader.counts[kind] = count;
  reader.end = reader.offset;
  while (records.length < count) {
    reader.record = records.length;
    records.push(reader.one(() => readOne(reader)));
    reader.end = reader.offset;
  }
  reader.record = -1;
  return records;
}

/** Writes a section, or as much of it as the truncated file had. */
export function writeSection<T>(
  writer: PmxWriter,
  section: string,
  records: readonly T[],
  writeOne: (record: T) => void,
  truncated?: PmxSource['truncated'],
): void {
  writer.enter(section);
  const declaredCount = truncated ? truncated.declaredCount : records.length;
  // A truncated section with a count of 0 had no count.
  if (!truncated || declaredCount > 0) writer.count('count', declaredCount);
  records.forEach((record, i) => {
    writer.record = i;
    writeOne(record);
  });
}
