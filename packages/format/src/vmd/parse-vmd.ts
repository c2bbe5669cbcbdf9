import { ByteReader } from '../binary/byte-reader.js';
import { asBytes } from '../binary/bytes.js';
import { type MmdFormatErrorCode, type ParseOptions, WarningList } from '../errors.js';
import { readBones } from './bone-keys.js';
import { readCameras } from './camera-keys.js';
import { readHeader, vmdVersion } from './header.js';
import { CAMERA, type CameraField, type RecordLayout, SHORT_CAMERA, SIGNATURE_BYTES } from './layout.js';
import { readLights, readMorphs, readSelfShadows } from './plain-keys.js';
import { readProperties } from './property-keys.js';
import { rereadNames } from './reread-names.js';
import { findSections } from './sections.js';
import type { Vmd } from './vmd.js';

/** Options of {@link parseVmd}. @inline */
export interface ParseVmdOptions extends ParseOptions {
  /**
   * Keeps in `source` how the file spelled what the document says, and finds all warnings. False takes about
   * half the time, for playback: a document without `source`, and only the warnings `truncated`,
   * `unsorted-keys`, `bad-text` and `names-not-cp932`.
   */
  lossless?: boolean; // true
}

/** What can be wrong with a motion that is only played. */
const PLAYBACK_WARNINGS: ReadonlySet<MmdFormatErrorCode> = /* @__PURE__ */ new Set([
  'truncated',
  'unsorted-keys',
  'bad-text',
  'names-not-cp932',
] as const);

/**
 * Reads a VMD motion file of version 1 or 2, even if it is damaged.
 *
 * The document says what the file says, in MMD's space and in file order. Odd values stay as they are, and
 * `serializeVmd` gives the same bytes back, unless `lossless` is false. Problems that did not stop parsing
 * are listed in `warnings`; names in UTF-8 or GBK are read, with a warning. Missing trailing sections and
 * junk after a NUL are normal and are not listed. The document holds no view of `bytes`. O(bytes).
 *
 * @throws {@link MmdFormatError} `bad-signature` if the file is no VMD, `truncated` if its header is not
 * whole, `too-large` if the document would take more memory than 3 × the file + 1 MB; with `strict`, the
 * first warning. No other exception.
 * @see The test corpus: 28 files of old and new MMD and of other tools, all read to the last byte.
 * @example
 * const vmd = parseVmd(await readFile('dance.vmd'));
 * vmd.bones.count; // → 14204
 * vmd.bones.names[vmd.bones.nameIndex[0]].text; // → 'センター' (center)
 * vmd.bones.positions.subarray(0, 3); // → its position in the first key, in MMD units
 */
export function parseVmd(bytes: Uint8Array | ArrayBuffer, options: ParseVmdOptions = {}): Vmd {
  const file = asBytes(bytes);
  const version = vmdVersion(file.subarray(0, SIGNATURE_BYTES));
  return readFile(file, version === 1 ? shortOrLong(file) : CAMERA, options);
}

/**
 * The layout of a version 1 file whose record sizes match the file length.
 *
 * We know no such file. MMD 1 is said to write 36 bytes per camera key (one curve, no angle of view), but
 * programs that read its files are said to expect the 61 bytes of version 2.
 */
function shortOrLong(file: Uint8Array): RecordLayout<CameraField> {
  const [short, long] = [SHORT_CAMERA, CAMERA].map((layout) => readFile(file, layout));
  // If neither matches, because the file is truncated or signed, the layout with fewer oddities is used.
  return oddity(long) < oddity(short) ? CAMERA : SHORT_CAMERA;
}

function oddity({ source, trailing, warnings }: Vmd): number {
  return (source?.truncated ? 200 : trailing.length > 0 ? 100 : 0) + warnings.length;
}

function readFile(
  file: Uint8Array,
  camera: RecordLayout<CameraField>,
  { lossless = true, ...options }: ParseVmdOptions = {},
): Vmd {
  const reader = new ByteReader(file);
  reader.limitMemory(2); // the columns take once the file at most
  const warnings = new WarningList(options, lossless ? undefined : PLAYBACK_WARNINGS);
  const { source, modelName, version } = readHeader(reader, warnings);
  const { sections, sectionCount, truncated } = findSections(reader, camera, warnings, lossless);
  const bones = readBones(sections.bones);
  const morphs = readMorphs(sections.morphs);
  const cameras = readCameras(sections.cameras);
  const lights = readLights(sections.lights);
  const selfShadows = readSelfShadows(sections.selfShadows);
  const properties = readProperties(sections.properties);
  const parts = { modelName, bones: bones.keys, morphs: morphs.keys, properties: properties.keys };
  const named = rereadNames(parts, sections, warnings);
  return {
    format: 'vmd',
    version,
    modelName: named.modelName,
    bones: named.bones,
    morphs: named.morphs,
    cameras: cameras.keys,
    lights,
    selfShadows,
    properties: named.properties,
    trailing: readTrailing(reader, warnings, truncated !== undefined, lossless),
    ...(lossless && {
      source: {
        ...source,
        sectionCount,
        ...(truncated && { truncated }),
        bones: bones.spelling!,
        morphs: morphs.spelling!,
        cameras: cameras.spelling!,
        properties: properties.spelling!,
      },
    }),
    warnings: warnings.list,
  };
}

/**
 * The bytes after the last section, where some tools sign their files; or the rest of a truncated record, if
 * `lossless`.
 */
function readTrailing(
  reader: ByteReader,
  warnings: WarningList,
  isTruncated: boolean,
  lossless: boolean,
): Uint8Array {
  if (isTruncated && !lossless) return new Uint8Array(0);
  const { offset, remaining } = reader;
  if (remaining > 0 && !isTruncated) warnings.addTrailing(remaining, offset);
  return reader.bytes(remaining, 'end of file', 'end of file').slice();
}
