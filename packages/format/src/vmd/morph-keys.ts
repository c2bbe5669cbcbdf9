import { readColumn, type Records, type RecordTarget, reportFrames, writeColumn } from './columns.js';
import type { MorphField } from './layout.js';
import { readNames, writeNames } from './names.js';
import { commonSpelling, type RecordSpelling } from './source.js';
import { emptyMorphs, type VmdMorphs } from './vmd.js';

/** Reads morph keys, and how most of them are spelled. */
export function readMorphs(records: Records<MorphField>): { keys: VmdMorphs; spelling: RecordSpelling } {
  const keys = emptyMorphs(records.count);
  const fits = new Uint8Array(records.count);
  readNames(records, keys, fits);
  readColumn(records, 'frame', 1, keys.frames);
  readColumn(records, 'weight', 1, keys.weights);
  reportFrames(records, keys.frames, keys.nameIndex);
  return { keys, spelling: commonSpelling(records, fits) };
}

/** Writes what {@link readMorphs} reads. */
export function writeMorphs(
  target: RecordTarget<MorphField>,
  keys: VmdMorphs,
  spelling: RecordSpelling,
): void {
  writeNames(target, keys, spelling.padding);
  writeColumn(target, 'frame', 1, keys.frames);
  writeColumn(target, 'weight', 1, keys.weights);
}
