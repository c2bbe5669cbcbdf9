import type { ByteReader } from '../binary/byte-reader.js';
import { recordStarts } from '../binary/gather.js';
import type { WarningList } from '../errors.js';
import type { RecordPlace, Records } from './columns.js';
import { cameraLayout } from './camera-keys.js';
import {
  BONE,
  type BoneField,
  type CameraField,
  COUNT_BYTES,
  LIGHT,
  type LightField,
  MODEL_NAME_BYTES,
  MORPH,
  type MorphField,
  PROPERTY,
  type PropertyField,
  type RecordLayout,
  SELF_SHADOW,
  type SelfShadowField,
  SIGNATURE_BYTES,
} from './layout.js';
import { propertyBytes, propertyStarts, propertyTargets } from './property-keys.js';
import { newSource, type VmdSource } from './source.js';
import type { Vmd } from './vmd.js';

/** All six sections in file order, each with the fields of its records. */
interface SectionFields {
  bones: BoneField;
  morphs: MorphField;
  cameras: CameraField;
  lights: LightField;
  selfShadows: SelfShadowField;
  properties: PropertyField;
}

/** The sections that a file has. */
export interface FoundSections {
  /** Sections that the file does not have are empty. */
  readonly sections: { readonly [S in keyof SectionFields]: Records<SectionFields[S]> };
  readonly sectionCount: number;
  /** Set if the file ends before its last section does. */
  readonly truncated: VmdSource['truncated'];
}

/** Claims the whole records of every section. A count is trusted only as far as there are bytes for it. */
export function findSections(
  reader: ByteReader,
  camera: RecordLayout<CameraField>,
  warnings: WarningList,
  isLossless: boolean,
): FoundSections {
  let sectionCount = 0;
  let truncated: VmdSource['truncated'];
  let isEnded = false;
  const find = <F extends string>(layout: RecordLayout<F>): Records<F> => {
    isEnded ||= !hasCount(reader, layout.section, warnings);
    const declaredCount = isEnded ? 0 : reader.u32(layout.section, 'count');
    const records = { ...claimRecords(reader, layout, declaredCount, warnings), isLossless };
    if (isEnded) return records;
    if (records.count < declaredCount) {
      truncated = { section: sectionCount, declaredCount, keptCount: records.count };
      isEnded = true;
    }
    sectionCount++;
    return records;
  };
  const sections = {
    bones: find(BONE),
    morphs: find(MORPH),
    cameras: find(camera),
    lights: find(LIGHT),
    selfShadows: find(SELF_SHADOW),
    properties: find(PROPERTY),
  };
  return { sections, sectionCount, truncated };
}

function claimRecords<F extends string>(
  reader: ByteReader,
  layout: RecordLayout<F>,
  declaredCount: number,
  warnings: WarningList,
): Omit<Records<F>, 'isLossless'> {
  const { section } = layout;
  const isProperty = section === PROPERTY.section;
  const starts = isProperty
    ? propertyStarts(reader, declaredCount)
    : equalStarts(reader, layout, declaredCount);
  const count = starts.length - 1;
  if (count < declaredCount) {
    const needed = isProperty ? propertyBytes(reader) : layout.bytes;
    reportTruncation(warnings, section, `[${count}]`, reader, needed, declaredCount - count);
  }
  return { reader, warnings, layout, starts, count };
}

/** Claims whole records of equal length. */
function equalStarts(
  reader: ByteReader,
  { bytes, section }: RecordLayout,
  declaredCount: number,
): Uint32Array {
  const count = Math.min(declaredCount, Math.floor(reader.remaining / bytes));
  return recordStarts(reader.claim(count * bytes, section, section), bytes, count + 1);
}

/** Does another section follow? Trailing sections may be missing; a count that is not whole is reported. */
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

/** Where everything goes in a file that is to be written, and how it is spelled. */
export interface FilePlan {
  readonly version: 1 | 2;
  /** The sections that the file gets, in file order. */
  readonly places: { readonly [S in keyof SectionFields]?: SectionPlace<SectionFields[S]> | undefined };
  readonly spelling: Pick<VmdSource, 'bones' | 'morphs' | 'cameras' | 'properties'>;
  readonly trailing: Uint8Array;
  readonly byteLength: number;
}

/** The place of a section: its count, then its records. Record i holds key `order[i]`. */
export interface SectionPlace<F extends string = string> extends RecordPlace<F> {
  readonly declaredCount: number;
  readonly order: Uint32Array;
}

/** Decides which sections the file gets, the order of their keys, and where each record goes. O(keys). */
export function planFile(vmd: Vmd, version: 1 | 2): FilePlan {
  const source = vmd.source ?? newSource(version);
  const spelling = version === source.version ? source : { ...source, cameras: newSource(version).cameras };
  const { sectionCount, truncated, trailing } = planEnd(vmd, version);
  let section = 0;
  let end = SIGNATURE_BYTES + MODEL_NAME_BYTES[version];
  const place = <F extends string>(
    layout: RecordLayout<F>,
    keys: { readonly count: number; readonly frames: Uint32Array },
  ): SectionPlace<F> | undefined => {
    if (section === sectionCount) return undefined;
    const order = vmd.source ? fileOrder(keys.count) : firstKeysFirst(keys.frames.subarray(0, keys.count));
    const at = end + COUNT_BYTES;
    const starts =
      keys === vmd.properties
        ? propertyTargets(vmd.properties, at, order)
        : recordStarts(at, layout.bytes, keys.count + 1);
    end = starts[keys.count];
    const declaredCount = truncated?.section === section ? truncated.declaredCount : keys.count;
    section++;
    return { layout, starts, order, declaredCount };
  };
  const places = {
    bones: place(BONE, vmd.bones),
    morphs: place(MORPH, vmd.morphs),
    cameras: place(cameraLayout(spelling.cameras.recordBytes), vmd.cameras),
    lights: place(LIGHT, vmd.lights),
    selfShadows: place(SELF_SHADOW, vmd.selfShadows),
    properties: place(PROPERTY, vmd.properties),
  };
  return { version, places, spelling, trailing, byteLength: end + trailing.length };
}

/** Bones, morphs, cameras, lights. */
const SECTIONS_OF_VERSION_1 = 4;
const SECTIONS_OF_VERSION_2 = 6;

/**
 * Files of MMD 9 have six sections; older ones stop earlier, and a truncated one stops where its bytes ended.
 */
function planEnd(
  vmd: Vmd,
  version: 1 | 2,
): Pick<VmdSource, 'sectionCount' | 'truncated'> & Pick<FilePlan, 'trailing'> {
  const { source, trailing } = vmd;
  const counts = sectionCounts(vmd);
  const needed = counts.reduce((last, count, section) => (count > 0 ? section + 1 : last), 0);
  const usual = version === 1 ? SECTIONS_OF_VERSION_1 : SECTIONS_OF_VERSION_2;
  const sectionCount = Math.max(needed, source?.sectionCount ?? usual);
  const truncated = source?.truncated;
  // A reader would take four trailing bytes for the count of a missing section.
  if (!truncated)
    return { sectionCount: trailing.length >= COUNT_BYTES ? counts.length : sectionCount, trailing };
  const isUntouched =
    source.version === version &&
    sectionCount === truncated.section + 1 &&
    counts[truncated.section] === truncated.keptCount;
  // The rest of a truncated record means nothing after a section that has been edited.
  return isUntouched ? { sectionCount, truncated, trailing } : { sectionCount, trailing: new Uint8Array(0) };
}

/** How many keys each section has, in file order. */
function sectionCounts({ bones, morphs, cameras, lights, selfShadows, properties }: Vmd): number[] {
  return [bones, morphs, cameras, lights, selfShadows, properties].map(({ count }) => count);
}

/** The keys as they stand in the document. */
export function fileOrder(count: number): Uint32Array {
  const order = new Uint32Array(count);
  for (let key = 0; key < count; key++) order[key] = key;
  return order;
}

/** Keys of frame 0 first, as MMD writes them; the others as they stand. */
function firstKeysFirst(frames: Uint32Array): Uint32Array {
  const order = new Uint32Array(frames.length);
  let next = 0;
  for (let key = 0; key < frames.length; key++) if (frames[key] === 0) order[next++] = key;
  for (let key = 0; key < frames.length; key++) if (frames[key] !== 0) order[next++] = key;
  return order;
}
