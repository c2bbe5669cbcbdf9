import { asBytes } from '../binary/bytes.js';
import { MmdFormatError, type ParseOptions, WarningList } from '../errors.js';
import { readBones, readIks } from './bones.js';
import { COMMENT_BYTES, NAME_BYTES, SIGNATURE } from './layout.js';
import { readMaterials } from './materials.js';
import { PmdReader } from './pmd-reader.js';
import type { Pmd } from './pmd.js';
import { readTail } from './read-tail.js';
import { checkVertexBones, readIndices, readVertices } from './vertices.js';

/**
 * Reads a PMD model, even a damaged one.
 *
 * The document says what the file says, in MMD's space and in file order; odd values stay as they are, and
 * `serializePmd` gives the same bytes back. Problems that did not stop parsing are listed in `warnings`. A
 * file may end before English names, toons, bodies or joints. The document holds no view of `bytes`.
 * O(bytes).
 *
 * @throws {@link MmdFormatError} `bad-signature` if it is no PMD, `truncated` if its header, vertices,
 * indices, materials, bones or IKs are not whole, `too-large` if the document would take more memory than 3 ×
 * the file + 1 MB; with `strict`, the first warning. It throws nothing else.
 * @see The test corpus: 3 files of MMD's own makers, all read to the last byte.
 * @example
 * const pmd = parsePmd(await readFile('dancer.pmd'));
 * pmd.bones.length; // → 3
 * pmd.bones[0].name.text; // → 'root'
 */
export function parsePmd(bytes: Uint8Array | ArrayBuffer, options: ParseOptions = {}): Pmd {
  const reader = new PmdReader(asBytes(bytes), new WarningList(options));
  reader.limitMemory();
  const header = readHeader(reader);
  const { vertices, starts } = readVertices(reader);
  const indices = readIndices(reader, vertices.count);
  const materials = readMaterials(reader, indices.length);
  const bones = readBones(reader);
  checkVertexBones(reader, vertices, starts);
  const iks = readIks(reader);
  const { tail, source } = readTail(reader, vertices.count);
  return {
    format: 'pmd',
    ...header,
    vertices,
    indices,
    materials,
    bones,
    iks,
    ...tail,
    trailing: source.truncated ? reader.rest() : reader.trailing(),
    source: { oddFields: reader.oddFields, nans: reader.nans, ...source },
    warnings: reader.warnings.list,
  };
}

function readHeader(reader: PmdReader): Pick<Pmd, 'version' | 'name' | 'comment'> {
  reader.enter('header');
  const found = String.fromCharCode(...reader.bytesAt(reader.take(SIGNATURE.length), SIGNATURE.length));
  if (found !== SIGNATURE) {
    const message = `not a PMD model: it begins with ${JSON.stringify(found)}`;
    throw new MmdFormatError(message, { code: 'bad-signature', section: 'header', offset: 0 });
  }
  const { offset } = reader;
  const version = reader.f32('version');
  if (version !== 1) reader.warn('odd-value', 'version', `is ${version}, not 1`, offset);
  return { version, name: reader.text('name', NAME_BYTES), comment: reader.text('comment', COMMENT_BYTES) };
}
