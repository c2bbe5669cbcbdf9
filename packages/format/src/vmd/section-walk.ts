import type { ByteReader } from '../binary/byte-reader.js';
import type { WarningList } from '../errors.js';
import {
  BONE,
  LIGHT,
  MORPH,
  PROPERTY,
  type PropertyColumns,
  type SectionLayout,
  SELF_SHADOW,
  type ShortCameras,
} from './layout.js';
import { propertyBytes, propertyStarts } from './property-keys.js';
import type { RecordRange } from './record-fields.js';
import type { VmdSource } from './vmd-source.js';
import type { VmdBones, VmdLights, VmdMorphs, VmdSelfShadows } from './vmd.js';

const COUNT_BYTES = 4;

/** The sections of a file. */
export interface SectionWalk {
  /** All six; those that the file does not have are empty. */
  readonly ranges: readonly [
    RecordRange<VmdBones>,
    RecordRange<VmdMorphs>,
    RecordRange<ShortCameras>,
    RecordRange<VmdLights>,
    RecordRange<VmdSelfShadows>,
    RecordRange<PropertyColumns>,
  ];
  /** How many it has. */
  readonly sectionCount: number;
  /** Set if the file ends before its last section does. */
  readonly truncated: VmdSource['truncated'];
}

/** Counts and claims the whole records of every section. A count is believed only as far as there are bytes. */
export function walkSections(
  reader: ByteReader,
  camera: SectionLayout<ShortCameras>,
  warnings: WarningList,
): SectionWalk {
  let sectionCount = 0;
  let truncated: VmdSource['truncated'];
  const layouts: SectionLayout[] = [BONE, MORPH, camera, LIGHT, SELF_SHADOW, PROPERTY];
  const ranges = layouts.map((layout, section): RecordRange => {
    const { section: name, recordBytes } = layout;
    const isThere = !truncated && sectionCount === section && hasCount(reader, name, warnings);
    const declaredCount = isThere ? reader.u32(name, 'count') : 0;
    const at = reader.offset;
    const starts = layout === PROPERTY ? propertyStarts(reader, declaredCount) : undefined;
    const count = starts
      ? starts.length - 1
      : Math.min(declaredCount, Math.floor(reader.remaining / recordBytes));
    if (!starts) reader.claim(count * recordBytes, name, name);
    if (isThere) sectionCount++;
    if (count < declaredCount) {
      truncated = { section, declaredCount, keptCount: count };
      const needed = starts ? propertyBytes(reader) : recordBytes;
      reportTruncation(warnings, name, `[${count}]`, reader, needed, declaredCount - count);
    }
    return { reader, warnings, layout, at, starts, count };
  });
  return { ranges: ranges as unknown as SectionWalk['ranges'], sectionCount, truncated };
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
