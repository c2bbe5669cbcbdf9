import { commonSpelling, NAME_ALTERNATIVES } from './common-spelling.js';
import { readNamedKeys, writeNames } from './key-names.js';
import { reportFrames } from '../columns/key-order.js';
import { type RecordRange, type RecordTarget, writeColumns } from './record-fields.js';
import type { RecordSpelling } from './vmd-source.js';
import type { VmdMorphs } from './vmd.js';

/** Reads morph keys, and how most of them are spelled. */
export function readMorphs(range: RecordRange<VmdMorphs>): { keys: VmdMorphs; spelling: RecordSpelling } {
  const { keys, fits } = readNamedKeys(range);
  reportFrames(range, keys);
  return { keys, spelling: commonSpelling(range, fits, NAME_ALTERNATIVES) };
}

/** Writes morph keys in the order of `target`. */
export function writeMorphs(target: RecordTarget, keys: VmdMorphs, spelling: RecordSpelling): void {
  writeNames(target, keys, spelling.padding);
  writeColumns(target, keys);
}
