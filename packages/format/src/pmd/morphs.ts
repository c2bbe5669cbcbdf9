import { ARRAY_MEMORY } from '../binary/byte-reader.js';
import { readFloats, warnEach } from '../binary/column-layout.js';
import { recordStarts } from '../binary/gather.js';
import { MORPH_BYTES, MORPH_COUNT_OFFSET, NAME_BYTES, OFFSET_BYTES } from './layout.js';
import type { PmdReader } from './pmd-reader.js';
import type { PmdWriter } from './pmd-writer.js';
import type { PmdMorph } from './pmd.js';

/** The last of the panels. */
const OTHER_PANEL = 4;

/** The bytes of the morph that begins at the reader's offset. */
export function morphBytes(reader: PmdReader): number {
  if (reader.remaining < MORPH_BYTES) return MORPH_BYTES;
  return MORPH_BYTES + OFFSET_BYTES * reader.u32At(reader.offset + MORPH_COUNT_OFFSET);
}

export function readMorph(reader: PmdReader): PmdMorph {
  const name = reader.text('name', NAME_BYTES);
  const count = reader.count('indices');
  const type = reader.u8('type', OTHER_PANEL);
  const starts = recordStarts(reader.take(count * OFFSET_BYTES, 'offsets'), OFFSET_BYTES, count);
  reader.memory -= 2 * ARRAY_MEMORY + count * OFFSET_BYTES;
  const indices = starts.map((at) => reader.u32At(at));
  const offsets = readFloats(reader, { list: 'offsets', starts, offset: 4, perRecord: 3 });
  return { name, type, indices, offsets };
}

/** The base is the first morph of type 0; −1 if there is none. */
export function baseOf(morphs: readonly PmdMorph[]): number {
  return morphs.findIndex(({ type }) => type === 0);
}

/**
 * Reports indices without a target: those of the base are vertices, those of other morphs entries of the
 * base.
 */
export function checkMorphs(
  reader: PmdReader,
  morphs: readonly PmdMorph[],
  sectionAt: number,
  vertexCount: number,
): void {
  const base = baseOf(morphs);
  let at = sectionAt + MORPH_BYTES;
  morphs.forEach(({ indices }, i) => {
    const most = i === base ? vertexCount : (morphs[base]?.indices.length ?? 0);
    reader.enter('morphs', i);
    const starts = recordStarts(at, OFFSET_BYTES, indices.length);
    const field = { list: 'indices', starts, offset: 0, perRecord: 1 };
    warnEach(reader, field, 4, 'bad-index', `points beyond ${most}`, (j) => indices[j] >= most);
    at += MORPH_BYTES + OFFSET_BYTES * indices.length;
  });
}

export function writeMorphs(writer: PmdWriter, morphs: readonly PmdMorph[]): void {
  morphs.forEach(({ name, type, indices, offsets }, i) => {
    writer.record = i;
    writer.text('name', name, NAME_BYTES);
    writer.count('indices', indices.length);
    writer.u8('type', type);
    const words = writer.wordsOf('offsets', offsets, 3 * indices.length);
    indices.forEach((index, j) => {
      writer.count('indices', index);
      writer.words(words, 3 * j, 3);
    });
  });
}
