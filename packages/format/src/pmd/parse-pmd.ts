import { asBytes } from '../binary/as-bytes.js';
import { ByteReader } from '../binary/byte-reader.js';
import { MmdFormatError, type ParseOptions, WarningList } from '../errors.js';
import { readBones } from './bones.js';
import { FieldReader } from './field-reader.js';
import { readIks } from './iks.js';
import { COMMENT_BYTES, HEADER_BYTES, NAME_BYTES, SIGNATURE } from './layout.js';
import { readMaterials } from './materials.js';
import type { Pmd } from './pmd.js';
import { readTail } from './read-tail.js';
import { checkVertexBones, readIndices, readVertices } from './vertices.js';

/**
 * Reads a PMD model, whatever its state.
 *
 * The document says what the file says, in MMD's space and in file order; odd values stay as they are, and
 * `serializePmd` gives the same bytes back. What was survived is listed in `warnings`: a file may end before English
 * names, toons, bodies or joints. The document holds no view of `bytes`. O(bytes).
 *
 * @throws {@link MmdFormatError} `bad-signature` if it is no PMD, `truncated` if its header, vertices, indices,
 * materials, bones or IKs are not whole; with `strict`, whatever would have been the first warning. Nothing else.
 * @see The test corpus: 3 files of MMD's own makers, all read to the last byte.
 * @example
 * const pmd = parsePmd(await readFile('miku_v2.pmd'));
 * pmd.bones.length; // → 140
 * pmd.bones[0].name.text; // → 'センター' (center)
 */
export function parsePmd(bytes: Uint8Array | ArrayBuffer, options: ParseOptions = {}): Pmd {
  const file = new ByteReader(asBytes(bytes));
  const warnings = new WarningList(options.strict);
  const fields = new FieldReader(file, warnings);
  const header = readHeader(fields);
  const { vertices, records } = readVertices(fields);
  const indices = readIndices(fields, vertices.count);
  const materials = readMaterials(fields, indices.length);
  const bones = readBones(fields);
  checkVertexBones(fields, vertices, records, bones.length);
  const iks = readIks(fields, bones.length);
  const { tail, source } = readTail(fields, warnings, { vertices: vertices.count, bones: bones.length });
  return {
    format: 'pmd',
    ...header,
    vertices,
    indices,
    materials,
    bones,
    iks,
    ...tail,
    trailing: readTrailing(file, warnings, source.truncated !== undefined),
    source: { oddFields: fields.oddFields, nans: fields.nans, ...source },
    warnings: warnings.list,
  };
}

function readHeader(fields: FieldReader): Pick<Pmd, 'version' | 'name' | 'comment'> {
  const section = 'header';
  const signature = fields.file.bytes(SIGNATURE.length, section, 'signature');
  const found = String.fromCharCode(...signature);
  if (found !== SIGNATURE) {
    const message = `not a PMD model: it begins with ${JSON.stringify(found)}`;
    throw new MmdFormatError('bad-signature', section, 0, message);
  }
  fields.claim(section, HEADER_BYTES);
  const offset = fields.at;
  const version = fields.f32('version');
  if (version !== 1) fields.report('odd-value', 'version', `is ${version}, not 1`, offset);
  return { version, name: fields.text(NAME_BYTES, 'name'), comment: fields.text(COMMENT_BYTES, 'comment') };
}

/** Some tools sign their files at the end; of a truncated section, the broken record stays here. */
function readTrailing(file: ByteReader, warnings: WarningList, isTruncated: boolean): Uint8Array {
  const { offset, remaining } = file;
  const where = 'end of file';
  if (remaining > 0 && !isTruncated) {
    const problem = `is ${remaining} bytes late`;
    warnings.add('trailing-bytes', where, () => ({ offset, where, problem }));
  }
  return file.bytes(remaining, where, where).slice();
}
