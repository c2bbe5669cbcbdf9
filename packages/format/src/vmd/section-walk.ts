import type { ByteReader } from '../binary/byte-reader.js';
import type { WarningList } from '../errors.js';
import { BONE, CAMERA, LIGHT, MORPH, PROPERTY, SECTION_NAMES, SELF_SHADOW } from './layout.js';
import { propertyStarts } from './property-keys.js';
import type { RecordRange } from './record-fields.js';
import type { VmdSource } from './vmd-source.js';

const CAMERA_SECTION = 2;
const PROPERTY_SECTION = 5;
const COUNT_BYTES = 4;

/** Bytes of a record, by section; of a property record, the least. */
const RECORD_BYTES = [
  BONE.recordBytes,
  MORPH.recordBytes,
  CAMERA.recordBytes,
  LIGHT.recordBytes,
  SELF_SHADOW.recordBytes,
  PROPERTY.headBytes,
] as const;

/** A section whose whole records have been counted and claimed. */
export interface OpenSection {
  readonly range: RecordRange;
  /** Set if the file ends before the section does. */
  readonly truncated: VmdSource['truncated'];
}

/**
 * Reads the count of the next section and claims its whole records, or gives undefined where the file ends.
 *
 * The count is believed only as far as there are bytes.
 */
export function openSection(
  reader: ByteReader,
  section: number,
  version: 1 | 2,
  warnings: WarningList,
): OpenSection | undefined {
  const name = SECTION_NAMES[section]!;
  if (reader.remaining < COUNT_BYTES) {
    if (reader.remaining > 0) reportTruncation(warnings, name, reader, 'count', COUNT_BYTES, 1);
    return undefined;
  }
  const declaredCount = reader.u32(name, 'count');
  const at = reader.offset;
  const end = at + reader.remaining;
  const recordBytes =
    version === 1 && section === CAMERA_SECTION
      ? shortOrLong(reader, at, end, declaredCount)
      : RECORD_BYTES[section]!;
  const starts = section === PROPERTY_SECTION ? propertyStarts(reader, at, end, declaredCount) : undefined;
  const count = starts ? starts.length - 1 : Math.min(declaredCount, Math.floor((end - at) / recordBytes));
  reader.claim(starts ? starts[count]! - at : count * recordBytes, name, name);

  const range = { reader, warnings, section: name, at, recordBytes, count, ...(starts && { starts }) };
  if (count === declaredCount) return { range, truncated: undefined };
  const needed = section === PROPERTY_SECTION ? propertyBytes(reader) : recordBytes;
  reportTruncation(warnings, name, reader, `[${count}]`, needed, declaredCount - count);
  return { range, truncated: { section, declaredCount, keptCount: count } };
}

function reportTruncation(
  warnings: WarningList,
  section: string,
  reader: ByteReader,
  part: string,
  needed: number,
  count: number,
): void {
  const where = part.startsWith('[') ? section + part : `${section} ${part}`;
  const problem = `needs ${needed} bytes, ${reader.remaining} left`;
  warnings.add('truncated', section, { offset: reader.offset, where, problem, count });
}

/** What the property record that did not fit would have needed. */
function propertyBytes(reader: ByteReader): number {
  if (reader.remaining < PROPERTY.headBytes) return PROPERTY.headBytes;
  const switches = reader.u32At(reader.offset + PROPERTY.ikCount.offset);
  return PROPERTY.headBytes + switches * PROPERTY.switchBytes;
}

/**
 * No file of version 1 is known to us. MMD 1 is said to write 36 bytes a camera key (one curve, no angle of view),
 * and readers of its files to expect the 61 of version 2. The one by which the file comes out even is taken.
 */
function shortOrLong(reader: ByteReader, at: number, end: number, count: number): number {
  const even = [CAMERA.shortRecordBytes, CAMERA.recordBytes].filter((recordBytes) =>
    endsEven(reader, at + count * recordBytes, end),
  );
  return even[0] ?? CAMERA.shortRecordBytes;
}

/** Do the sections after the cameras end where the file does? */
function endsEven(reader: ByteReader, at: number, end: number): boolean {
  for (let section = CAMERA_SECTION + 1; section <= PROPERTY_SECTION; section++) {
    if (at === end) return true;
    if (at + COUNT_BYTES > end) return false;
    const count = reader.u32At(at);
    at += COUNT_BYTES;
    if (section < PROPERTY_SECTION) at += count * RECORD_BYTES[section]!;
    else {
      const starts = propertyStarts(reader, at, end, count);
      if (starts.length - 1 < count) return false;
      at = starts.at(-1)!;
    }
  }
  return at === end;
}
