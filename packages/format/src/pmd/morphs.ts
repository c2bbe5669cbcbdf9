import { wordsOf } from '../binary/bytes.js';
import type { FieldReader } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';
import { MORPH_BYTES, MORPH_COUNT_OFFSET, NAME_BYTES, OFFSET_BYTES } from './layout.js';
import type { PmdMorph } from './pmd.js';

/** The last of the panels. */
const OTHER_PANEL = 4;

/** The bytes of the morph that begins where the reader stands. */
export function morphBytes(reader: FieldReader): number {
  if (reader.remaining < MORPH_BYTES) return MORPH_BYTES;
  return MORPH_BYTES + OFFSET_BYTES * reader.u32At(reader.offset + MORPH_COUNT_OFFSET);
}

/** Reads a morph. */
export function readMorph(reader: FieldReader): PmdMorph {
  const name = reader.text('name', NAME_BYTES);
  const count = reader.u32();
  const type = reader.u8('type', OTHER_PANEL);
  const at = reader.take(count * OFFSET_BYTES);
  const indices = new Uint32Array(count);
  for (let i = 0; i < count; i++) indices[i] = reader.u32At(at + i * OFFSET_BYTES);
  const offsets = reader.column('offsets', { at: at + 4, recordBytes: OFFSET_BYTES, count }, 3);
  return { name, type, indices, offsets };
}

/** Which of the morphs is the base: the first of type 0; −1 if there is none. */
export function baseOf(morphs: readonly PmdMorph[]): number {
  return morphs.findIndex(({ type }) => type === 0);
}

/** Reports what a morph moves and is not there; of the base that is a vertex, of others an entry of the base. */
export function checkMorphs(
  reader: FieldReader,
  morphs: readonly PmdMorph[],
  sectionAt: number,
  vertexCount: number,
): void {
  const base = baseOf(morphs);
  let at = sectionAt + MORPH_BYTES;
  morphs.forEach(({ indices }, i) => {
    const most = i === base ? vertexCount : (morphs[base]?.indices.length ?? 0);
    const records = { at, recordBytes: OFFSET_BYTES, count: indices.length };
    reader.enter('morphs', `[${i}].indices`);
    reader.reportEach('bad-index', '', `points beyond ${most}`, records, (j) => indices[j] >= most);
    at += MORPH_BYTES + OFFSET_BYTES * indices.length;
  });
}

/** Writes the morphs. */
export function writeMorphs(writer: FieldWriter, morphs: readonly PmdMorph[]): void {
  morphs.forEach(({ name, type, indices, offsets }, i) => {
    const words = wordsOf(offsets);
    writer.part = `[${i}]`;
    writer.text(name, NAME_BYTES);
    writer.u32(indices.length);
    writer.u8(type);
    indices.forEach((index, j) => {
      writer.u32(index);
      writer.file.words(words, 3 * j, 3);
    });
  });
}
