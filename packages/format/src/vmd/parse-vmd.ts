import { ByteReader } from '../binary/byte-reader.js';
import { asBytes } from '../binary/bytes.js';
import { type FormatWarning, type LateParseOptions, WarningList } from '../errors.js';
import { withLateFields } from '../late-fields.js';
import { inspectBones, readBones } from './bone-keys.js';
import { readCameras } from './camera-keys.js';
import { readHeader, vmdVersion } from './header.js';
import { CAMERA, type CameraField, type RecordLayout, SHORT_CAMERA, SIGNATURE_BYTES } from './layout.js';
import { inspectMorphs, readLights, readMorphs, readSelfShadows } from './plain-keys.js';
import { readProperties } from './property-keys.js';
import { findSections } from './sections.js';
import type { BoneSpelling, RecordSpelling, VmdSource } from './source.js';
import type { Vmd } from './vmd.js';

/**
 * Reads a VMD motion file of version 1 or 2, even if it is damaged.
 *
 * The document says what the file says, in MMD's space and in file order. Odd values stay as they are, and
 * `serializeVmd` gives the same bytes back. Problems that did not stop parsing are listed in `warnings`; missing
 * trailing sections and junk after a NUL are normal and are not listed. `warnings`, and `source` for writing, are found out
 * when one of them is first read: until then the document holds a copy of the file, or `bytes` with `keepBytes`. Otherwise it
 * holds no view of `bytes`. O(bytes).
 *
 * @throws {@link MmdFormatError} `bad-signature` if the file is no VMD, `truncated` if its header is not whole,
 * `too-large` if the document would take more memory than 3 × the file + 1 MB; with `strict`, the first warning. No other
 * exception.
 * @see The test corpus: 28 files of old and new MMD and of other tools, all read to the last byte.
 * @example
 * const vmd = parseVmd(await readFile('wave.vmd'));
 * vmd.bones.count; // → 14160
 * vmd.bones.names[vmd.bones.nameIndex[0]].text; // → 'センター' (center)
 * vmd.bones.positions.subarray(0, 3); // → its position in the first key, in MMD units
 */
export function parseVmd(bytes: Uint8Array | ArrayBuffer, options: LateParseOptions = {}): Vmd {
  const file = asBytes(bytes);
  const version = vmdVersion(file.subarray(0, SIGNATURE_BYTES));
  const camera = version === 1 ? shortOrLong(file) : CAMERA;
  if (options.strict) return readFile(file, camera, true, true);
  const document = readFile(file, camera, false);
  const kept = options.keepBytes ? file : file.slice();
  return withLateFields(document, ['source', 'warnings'], (): Findings => {
    const { source, warnings } = readFile(kept, camera, true); // without its keys
    return { source, warnings };
  });
}

/** What a file has besides its keys: how it spells them, and what is odd about them. Both take longer than all keys. */
interface Findings {
  source: VmdSource;
  warnings: FormatWarning[];
}

/**
 * The layout of a version 1 file whose record sizes match the file length.
 *
 * We know no such file. MMD 1 is said to write 36 bytes per camera key (one curve, no angle of view), but programs that
 * read its files are said to expect the 61 bytes of version 2.
 */
function shortOrLong(file: Uint8Array): RecordLayout<CameraField> {
  const [short, long] = [SHORT_CAMERA, CAMERA].map((layout) => readFile(file, layout, true));
  // If neither matches, because the file is truncated or signed, the layout with fewer oddities is used.
  return oddity(long) < oddity(short) ? CAMERA : SHORT_CAMERA;
}

function oddity({ source, trailing, warnings }: Vmd & Findings): number {
  return (source.truncated ? 200 : trailing.length > 0 ? 100 : 0) + warnings.length;
}

/** Reads a file. Without `inspects`, `source` and `warnings` lack what takes longer to find out than to read the keys. */
function readFile(
  file: Uint8Array,
  camera: RecordLayout<CameraField>,
  inspects: boolean,
  isStrict?: boolean,
): Vmd & Findings {
  const reader = new ByteReader(file);
  // The columns and the copy of the file take twice the file at most. Findings that are read later are always granted:
  // odd records of bones and morphs take 31 bytes for each 23 of the file at most.
  reader.limitMemory(inspects ? (isStrict ? 2 : 3) : 1);
  const warnings = new WarningList(isStrict);
  const { source, ...header } = readHeader(reader, warnings);
  const { sections, sectionCount, truncated } = findSections(reader, camera, warnings);
  const bones = readBones(sections.bones);
  const boneSpelling = inspects && inspectBones(sections.bones, bones);
  const morphs = readMorphs(sections.morphs);
  const morphSpelling = inspects && inspectMorphs(sections.morphs, morphs);
  const cameras = readCameras(sections.cameras);
  const properties = readProperties(sections.properties);
  return {
    format: 'vmd',
    ...header,
    bones,
    morphs,
    cameras: cameras.keys,
    lights: readLights(sections.lights),
    selfShadows: readSelfShadows(sections.selfShadows),
    properties: properties.keys,
    trailing: readTrailing(reader, warnings, truncated !== undefined),
    source: {
      ...source,
      sectionCount,
      ...(truncated && { truncated }),
      bones: boneSpelling as BoneSpelling,
      morphs: morphSpelling as RecordSpelling,
      cameras: cameras.spelling,
      properties: properties.spelling,
    },
    warnings: warnings.list,
  };
}

/** The bytes after the last section, where some tools sign their files; or the rest of a truncated record. */
function readTrailing(reader: ByteReader, warnings: WarningList, isTruncated: boolean): Uint8Array {
  const { offset, remaining } = reader;
  if (remaining > 0 && !isTruncated) warnings.addTrailing(remaining, offset);
  return reader.bytes(remaining, 'end of file', 'end of file').slice();
}
