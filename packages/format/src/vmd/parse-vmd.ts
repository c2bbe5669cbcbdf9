import { asBytes } from '../binary/as-bytes.js';
import { ByteReader } from '../binary/byte-reader.js';
import { MmdFormatError, type ParseOptions, WarningList } from '../errors.js';
import { decodeCp932 } from '../text/decode-cp932.js';
import { readBones } from './bone-keys.js';
import { readCameras } from './camera-keys.js';
import { modelNameField, modelNameIn, sameBytes, signatureField, versionOf } from './header.js';
import { MODEL_NAME_BYTES, SECTION_NAMES, SIGNATURE_BYTES, SIGNATURE_PREFIX, SIGNATURES } from './layout.js';
import { readLights } from './light-keys.js';
import { readMorphs } from './morph-keys.js';
import { readProperties } from './property-keys.js';
import { openSection, type OpenSection } from './section-walk.js';
import { readSelfShadows } from './self-shadow-keys.js';
import { newSource, type VmdSource } from './vmd-source.js';
import { emptyVmd, type Vmd } from './vmd.js';

/**
 * Reads a VMD motion file of version 1 or 2, whatever its state.
 *
 * The document says what the file says, in MMD's space and in file order; odd values stay as they are, and
 * `serializeVmd` gives the same bytes back. What was survived is listed in `warnings`: missing trailing sections and
 * junk after a NUL are normal and are not. The document holds no view of `bytes`. O(bytes).
 *
 * @throws {@link MmdFormatError} `bad-signature` if it is no VMD, `truncated` if the header is not whole; with
 * `strict`, whatever would have been the first warning. Nothing else.
 * @see Verified on files of MMD 5 to 9.32 and of six other tools, all read to the last byte.
 * @example
 * const vmd = parseVmd(await readFile('wave.vmd'));
 * vmd.bones.count; // → 14160
 * vmd.bones.names[vmd.bones.nameIndex[0]].text; // → 'センター' (center)
 * vmd.bones.positions.subarray(0, 3); // → where the first key puts it, in MMD units
 */
export function parseVmd(bytes: Uint8Array | ArrayBuffer, options: ParseOptions = {}): Vmd {
  const reader = new ByteReader(asBytes(bytes));
  const warnings = new WarningList(options.strict);
  const vmd = readHeader(reader, warnings);
  const source = vmd.source!;
  for (let section = 0; section < SECTION_NAMES.length; section++) {
    const open = openSection(reader, section, vmd.version, warnings);
    if (!open) break;
    source.sectionCount++;
    readSection(vmd, source, section, open);
    if (open.truncated) source.truncated = open.truncated;
    if (open.truncated) break;
  }
  vmd.trailing = readTrailing(reader, warnings, source);
  vmd.warnings = warnings.list;
  return vmd;
}

function readHeader(reader: ByteReader, warnings: WarningList): Vmd {
  const signature = reader.bytes(SIGNATURE_BYTES, 'header', 'signature');
  const version = readVersion(signature, warnings);
  const field = reader.bytes(MODEL_NAME_BYTES[version], 'header', 'model name');
  const nameBytes = modelNameIn(field).slice();
  const vmd = emptyVmd({ text: decodeCp932(nameBytes), bytes: nameBytes });
  vmd.version = version;
  vmd.source = newSource(version);
  if (!sameBytes(signature, signatureField(version))) vmd.source.signature = signature.slice();
  if (!sameBytes(field, modelNameField(nameBytes, version))) vmd.source.modelName = field.slice();
  if (vmd.modelName.text.includes('\ufffd')) {
    const problem = 'has bytes that CP932 does not define';
    warnings.add('bad-text', 'header', { offset: SIGNATURE_BYTES, where: 'model name', problem });
  }
  return vmd;
}

function readVersion(signature: Uint8Array, warnings: WarningList): 1 | 2 {
  const version = versionOf(signature);
  const found = JSON.stringify(String.fromCharCode(...signature).replace(/\0[^]*/, ''));
  if (version === undefined) {
    const message = `not a VMD motion: it begins with ${found}, not with "${SIGNATURE_PREFIX}"`;
    throw new MmdFormatError('bad-signature', 'header', 0, message);
  }
  if (!found.startsWith(`"${SIGNATURES[version]}`)) {
    const problem = `is ${found}; read as version ${version}`;
    warnings.add('odd-signature', 'header', { offset: 0, where: 'signature', problem });
  }
  return version;
}

function readSection(vmd: Vmd, source: VmdSource, section: number, { range }: OpenSection): void {
  switch (SECTION_NAMES[section]) {
    case 'bone keys':
      ({ keys: vmd.bones, spelling: source.bones } = readBones(range));
      return;
    case 'morph keys':
      ({ keys: vmd.morphs, spelling: source.morphs } = readMorphs(range));
      return;
    case 'camera keys':
      ({ keys: vmd.cameras, spelling: source.cameras } = readCameras(range));
      return;
    case 'light keys':
      vmd.lights = readLights(range);
      return;
    case 'self shadow keys':
      vmd.selfShadows = readSelfShadows(range);
      return;
    case 'property keys':
      ({ keys: vmd.properties, spelling: source.properties } = readProperties(range));
  }
}

/** Some tools sign their files at the end; of a truncated section, the broken record stays here. */
function readTrailing(reader: ByteReader, warnings: WarningList, source: VmdSource): Uint8Array {
  const { offset, remaining } = reader;
  if (remaining > 0 && !source.truncated) {
    const where = 'end of file';
    warnings.add('trailing-bytes', where, { offset, where, problem: `comes ${remaining} bytes late` });
  }
  return reader.bytes(remaining, 'end of file', 'the rest').slice();
}
