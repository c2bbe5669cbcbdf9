import { asBytes } from '../binary/bytes.js';
import { ByteReader } from '../binary/byte-reader.js';
import { MmdFormatError, type ParseOptions, WarningList } from '../errors.js';
import { decodeCp932 } from '../text/decode-cp932.js';
import { bytesToNul } from '../text/name.js';
import { readBones } from './bone-keys.js';
import { readCameras } from './camera-keys.js';
import { versionOf } from './header.js';
import {
  CAMERA,
  MODEL_NAME_BYTES,
  type SectionLayout,
  SHORT_CAMERA,
  type ShortCameras,
  SIGNATURE_BYTES,
  SIGNATURES,
} from './layout.js';
import { readMorphs } from './morph-keys.js';
import { readPlainKeys } from './plain-keys.js';
import { readProperties } from './property-keys.js';
import { walkSections } from './section-walk.js';
import type { VmdSource } from './vmd-source.js';
import type { Vmd } from './vmd.js';

/**
 * Reads a VMD motion file of version 1 or 2, whatever its state.
 *
 * The document says what the file says, in MMD's space and in file order; odd values stay as they are, and
 * `serializeVmd` gives the same bytes back. What was survived is listed in `warnings`: missing trailing sections and
 * junk after a NUL are normal and are not. The document holds no view of `bytes`. O(bytes).
 *
 * @throws {@link MmdFormatError} `bad-signature` if it is no VMD, `truncated` if the header is not whole; with
 * `strict`, whatever would have been the first warning. Nothing else.
 * @see The test corpus: 28 files of old and new MMD and of other tools, all read to the last byte.
 * @example
 * const vmd = parseVmd(await readFile('wave.vmd'));
 * vmd.bones.count; // → 14160
 * vmd.bones.names[vmd.bones.nameIndex[0]].text; // → 'センター' (center)
 * vmd.bones.positions.subarray(0, 3); // → where the first key puts it, in MMD units
 */
export function parseVmd(bytes: Uint8Array | ArrayBuffer, options: ParseOptions = {}): Vmd {
  const file = asBytes(bytes);
  const version = versionOf(file.subarray(0, SIGNATURE_BYTES));
  return readFile(file, version === 1 ? shortOrLong(file) : CAMERA, options);
}

/**
 * No file of version 1 is known to us. MMD 1 is said to write 36 bytes a camera key (one curve, no angle of view), and
 * readers of its files to expect the 61 of version 2. The one by which the file comes out even is taken.
 */
function shortOrLong(file: Uint8Array): SectionLayout<ShortCameras> {
  const [short, long] = [SHORT_CAMERA, CAMERA].map((layout) => readFile(file, layout, {}));
  // Where neither comes out even, because the file was cut or signed, the one that looks less odd.
  return oddity(long) < oddity(short) ? CAMERA : SHORT_CAMERA;
}

function oddity({ source, trailing, warnings }: Vmd): number {
  return (source!.truncated ? 200 : trailing.length > 0 ? 100 : 0) + warnings.length;
}

function readFile(file: Uint8Array, cameraLayout: SectionLayout<ShortCameras>, options: ParseOptions): Vmd {
  const reader = new ByteReader(file);
  const warnings = new WarningList(options.strict);
  const { source, ...header } = readHeader(reader, warnings);
  const { ranges, sectionCount, truncated } = walkSections(reader, cameraLayout, warnings);
  const [bones, morphs, cameras, lights, selfShadows, properties] = ranges;
  const bone = readBones(bones);
  const morph = readMorphs(morphs);
  const camera = readCameras(cameras);
  const property = readProperties(properties);
  return {
    format: 'vmd',
    ...header,
    bones: bone.keys,
    morphs: morph.keys,
    cameras: camera.keys,
    lights: readPlainKeys(lights),
    selfShadows: readPlainKeys(selfShadows),
    properties: property.keys,
    trailing: readTrailing(reader, warnings, truncated !== undefined),
    source: {
      ...source,
      sectionCount,
      ...(truncated && { truncated }),
      bones: bone.spelling,
      morphs: morph.spelling,
      cameras: camera.spelling,
      properties: property.spelling,
    },
    warnings: warnings.list,
  };
}

type Header = Pick<Vmd, 'version' | 'modelName'> & {
  readonly source: Pick<VmdSource, 'version' | 'signature' | 'modelName'>;
};

function readHeader(reader: ByteReader, warnings: WarningList): Header {
  const signature = reader.bytes(SIGNATURE_BYTES, 'header', 'signature').slice();
  const version = readVersion(signature, warnings);
  const modelNameField = reader.bytes(MODEL_NAME_BYTES[version], 'header', 'model name').slice();
  const bytes = bytesToNul(modelNameField).slice();
  const text = decodeCp932(bytes);
  if (text.includes('\ufffd')) {
    const problem = 'has bytes unknown to CP932';
    warnings.add('bad-text', 'header', () => ({ offset: SIGNATURE_BYTES, where: 'model name', problem }));
  }
  const source = { version, signature, modelName: modelNameField };
  return { version, modelName: { text, bytes }, source };
}

function readVersion(signature: Uint8Array, warnings: WarningList): 1 | 2 {
  const version = versionOf(signature);
  const found = JSON.stringify(String.fromCharCode(...bytesToNul(signature)));
  if (version === undefined) {
    throw new MmdFormatError(`not a VMD motion: it begins with ${found}`, {
      code: 'bad-signature',
      section: 'header',
      offset: 0,
    });
  }
  if (!found.startsWith(`"${SIGNATURES[version]}`)) {
    const problem = `is ${found}`;
    warnings.add('odd-signature', 'header', () => ({ offset: 0, where: 'signature', problem }));
  }
  return version;
}

/** Some tools sign their files at the end; of a truncated section, the broken record stays here. */
function readTrailing(reader: ByteReader, warnings: WarningList, isTruncated: boolean): Uint8Array {
  const { offset, remaining } = reader;
  const where = 'end of file';
  if (remaining > 0 && !isTruncated) {
    warnings.add('trailing-bytes', where, () => ({
      offset,
      where,
      problem: `is ${remaining} bytes late`,
    }));
  }
  return reader.bytes(remaining, where, where).slice();
}
