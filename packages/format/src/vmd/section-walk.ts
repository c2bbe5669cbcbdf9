import type { ByteReader } from '../binary/byte-reader.js';
import type { WarningList } from '../errors.js';
import { BONE, IK_SWITCH_BYTES, LIGHT, MORPH, PROPERTY, SECTION_NAMES, SELF_SHADOW } from './layout.js';
import { propertyStarts } from './property-keys.js';
import type { RecordRange } from './record-fields.js';
import type { VmdSource } from './vmd-source.js';

const PROPERTY_SECTION = 5;
const COUNT_BYTES = 4;

/** Bytes of a record, by section; a camera record has several lengths; of a property record, the least. */
const RECORD_BYTES = [
  BONE.recordBytes,
  MORPH.recordBytes,
  undefined,
  LIGHT.recordBytes,
  SELF_SHADOW.recordBytes,
  PROPERTY.recordBytes,
] as const;

/** The sections of a file. */
export interface SectionWalk {
  /** All six; those that the file does not have are empty. */
  readonly ranges: readonly RecordRange[];
  /** How many it has. */
  readonly sectionCount: number;
  /** Set if the file ends before its last section does. */
  readonly truncated: VmdSource['truncated'];
}

/** Counts and claims the whole records of every section. A count is believed only as far as there are bytes. */
export function walkSections(reader: ByteReader, cameraBytes: number, warnings: WarningList): SectionWalk {
  let sectionCount = 0;
  let truncated: VmdSource['truncated'];
  const ranges = SECTION_NAMES.map((name, section) => {
    const recordBytes = RECORD_BYTES[section] ?? cameraBytes;
    const isThere = !truncated && sectionCount === section && hasCount(reader, name, warnings);
    const declaredCount = isThere ? reader.u32(name, 'count') : 0;
    const at = reader.offset;
    const end = at + reader.remaining;
    const starts = section === PROPERTY_SECTION ? propertyStarts(reader, at, end, declaredCount) : undefined;
    const count = starts ? starts.length - 1 : Math.min(declaredCount, Math.floor((end - at) / recordBytes));
    reader.claim(starts ? starts[count] - at : count * recordBytes, name, name);
    if (isThere) sectionCount++;
    if (count < declaredCount) {
      truncated = { section, declaredCount, keptCount: count };
      const needed = starts ? propertyBytes(reader) : recordBytes;
      reportTruncation(warnings, name, `[${count}]`, reader, needed, declaredCount - count);
    }
    return { reader, warnings, section: name, at, recordBytes, count, ...(starts && { starts }) };
  });
  return { ranges, sectionCount, truncated };
}

/** Does the file go on? Trailing sections may be missing, but not a part of a count. */
function hasCount(reader: ByteReader, section: string, warnings: WarningList): boolean {
  if (reader.remaining > 0 && reader.remaining < COUNT_BYTES) {
    reportTruncation(warnings, section, ' count', reader, COUNT_BYTES);
  }
  return reader.remaining >= COUNT_BYTES;
}

function reportTruncation(
  warnings: WarningList,
  section: string,
  part: string,
  { offset, remaining }: ByteReader,
  needed: number,
  count = 1,
): void {
  const problem = `needs ${needed} bytes, ${remaining} left`;
  warnings.add('truncated', section, () => ({ offset, where: section + part, problem }), count);
}

/** What the property record that did not fit would have needed. */
function propertyBytes(reader: ByteReader): number {
  if (reader.remaining < PROPERTY.recordBytes) return PROPERTY.recordBytes;
  const switches = reader.u32At(reader.offset + PROPERTY.ikCount.offset);
  return PROPERTY.recordBytes + switches * IK_SWITCH_BYTES;
}
