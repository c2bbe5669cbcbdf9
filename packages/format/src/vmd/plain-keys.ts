import { readColumn, type Records, type RecordTarget, reportFrames, writeColumn } from './columns.js';
import type { LightField, MorphField, SelfShadowField } from './layout.js';
import { readNames, writeNames } from './names.js';
import { commonSpelling, type RecordSpelling, type SpelledKeys } from './source.js';
import {
  emptyLights,
  emptyMorphs,
  emptySelfShadows,
  type VmdLights,
  type VmdMorphs,
  type VmdSelfShadows,
} from './vmd.js';

/* Morph, light and self-shadow keys: the columns hold their fields as they are in the file. */

/** Reads morph keys; of a file that is read lossless, also how they are spelled. */
export function readMorphs(records: Records<MorphField>): SpelledKeys<VmdMorphs, RecordSpelling> {
  const keys = emptyMorphs(records.count);
  const fits = readNames(records, keys);
  readColumn(records, 'frame', 1, keys.frames);
  readColumn(records, 'weight', 1, keys.weights);
  reportFrames(records, keys.frames, keys.nameIndex);
  return { keys, ...(fits && { spelling: commonSpelling(records, fits) }) };
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

export function readLights(records: Records<LightField>): VmdLights {
  const keys = emptyLights(records.count);
  readColumn(records, 'frame', 1, keys.frames);
  readColumn(records, 'color', 3, keys.colors);
  readColumn(records, 'direction', 3, keys.directions);
  reportFrames(records, keys.frames);
  return keys;
}

export function writeLights(target: RecordTarget<LightField>, keys: VmdLights): void {
  writeColumn(target, 'frame', 1, keys.frames);
  writeColumn(target, 'color', 3, keys.colors);
  writeColumn(target, 'direction', 3, keys.directions);
}

export function readSelfShadows(records: Records<SelfShadowField>): VmdSelfShadows {
  const keys = emptySelfShadows(records.count);
  readColumn(records, 'frame', 1, keys.frames);
  readColumn(records, 'mode', 1, keys.modes);
  readColumn(records, 'distance', 1, keys.distances);
  reportFrames(records, keys.frames);
  return keys;
}

export function writeSelfShadows(target: RecordTarget<SelfShadowField>, keys: VmdSelfShadows): void {
  writeColumn(target, 'frame', 1, keys.frames);
  writeColumn(target, 'mode', 1, keys.modes);
  writeColumn(target, 'distance', 1, keys.distances);
}
