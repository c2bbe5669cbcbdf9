import { wordsOf } from '../binary/words-of.js';
import type { FieldReader, Records } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';
import { MORPH_BYTES, MORPH_COUNT_OFFSET, NAME_BYTES, OFFSET_BYTES } from './layout.js';
import type { PmdMorph } from './pmd.js';

/** The last of the panels. */
const OTHER = 4;

/** The bytes of the morph that begins where the file stands. */
export function morphBytes({ file }: FieldReader): number {
  if (file.remaining < MORPH_BYTES) return MORPH_BYTES;
  return MORPH_BYTES + OFFSET_BYTES * file.u32At(file.offset + MORPH_COUNT_OFFSET);
}

/** Reads a morph, and where its offsets are. */
export function readMorph(fields: FieldReader, i: number): { morph: PmdMorph; records: Records } {
  const name = fields.text(NAME_BYTES, 'name');
  const count = fields.u32();
  const type = fields.u8();
  fields.checkRange(type, OTHER, 'type', fields.at - 1);
  const { at } = fields;
  const records = { section: 'morphs', name: `morphs[${i}].offsets`, at, recordBytes: OFFSET_BYTES, count };
  const indices = new Uint32Array(count);
  for (let j = 0; j < count; j++) indices[j] = fields.file.u32At(at + j * OFFSET_BYTES);
  const offsets = new Float32Array(3 * count);
  fields.column(records, 'offset', 4, offsets);
  return { morph: { name, type, indices, offsets }, records };
}

/** Which of the morphs is the base: the first of type 0; −1 if there is none. */
export function baseOf(morphs: readonly PmdMorph[]): number {
  return morphs.findIndex(({ type }) => type === 0);
}

/** Reports what a morph moves and is not there; of the base that is a vertex, of others an entry of the base. */
export function checkMorphs(
  fields: FieldReader,
  morphs: readonly PmdMorph[],
  records: readonly Records[],
  vertexCount: number,
): void {
  const base = baseOf(morphs);
  const baseCount = morphs[base]?.indices.length ?? 0;
  morphs.forEach(({ indices }, i) => {
    const count = i === base ? vertexCount : baseCount;
    const what = i === base ? 'vertices' : 'entries of the base';
    const problem = `points beyond the ${count} ${what}`;
    fields.reportEach('bad-index', records[i], 'index', 0, problem, (j) => indices[j] >= count);
  });
}

/** Writes a morph. */
export function writeMorph(fields: FieldWriter, { name, type, indices, offsets }: PmdMorph): void {
  const words = wordsOf(offsets);
  fields.text(name, NAME_BYTES);
  fields.u32(indices.length);
  fields.u8(type);
  indices.forEach((index, j) => {
    fields.u32(index);
    fields.file.words(words, 3 * j, 3);
  });
}
