import { commonNameSpelling } from './common-spelling.js';
import { readNames, writeNames } from './key-names.js';
import { reportFrames } from './key-order.js';
import { MORPH } from './layout.js';
import { type RecordRange, type RecordTarget, readWords, writeWords } from './record-fields.js';
import type { RecordSpelling } from './vmd-source.js';
import { emptyMorphs, type VmdMorphs } from './vmd.js';

/** Reads morph keys, and how most of them are spelled. */
export function readMorphs(range: RecordRange): { keys: VmdMorphs; spelling: RecordSpelling } {
  const keys = emptyMorphs(range.count);
  const fits = new Uint8Array(range.count);
  readNames(range, MORPH.name, keys, fits);
  readWords(range, MORPH.frame, keys.frames);
  readWords(range, MORPH.weight, keys.weights);
  reportFrames(range, MORPH.frame, keys.frames, keys.nameIndex);
  return { keys, spelling: commonNameSpelling(range, fits) };
}

/** Writes morph keys in the order of `target`. */
export function writeMorphs(target: RecordTarget, keys: VmdMorphs, spelling: RecordSpelling): void {
  writeNames(target, keys, spelling.padding);
  writeWords(target, MORPH.frame, keys.frames);
  writeWords(target, MORPH.weight, keys.weights);
}
