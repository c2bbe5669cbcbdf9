import { readColumn, type Records, type RecordTarget, reportFrames, writeColumn } from './columns.js';
import type { LightField, MorphField, SelfShadowField } from './layout.js';
import { namePaddings, readNames, writeNames } from './names.js';
import { commonSpelling, type RecordSpelling } from './source.js';
import {
  emptyLights,
  emptyMorphs,
  emptySelfShadows,
  type VmdLights,
  type VmdMorphs,
  type VmdSelfShadows,
} from './vmd.js';

/* Morph, light and self-shadow keys: the columns hold their fields as they are in the file. */

/** Reads morph keys. {@link inspectMorphs} finds what else is odd about them. */
export function readMorphs(records: Records<MorphField>): VmdMorphs {
  const keys = emptyMorphs(records.count);
  readNames(records, keys);
  readColumn(records, 'frame', 1, keys.frames);
  readColumn(records, 'weight', 1, keys.weights);
  return keys;
}

/** Reports odd keys that are not found while reading. Returns how most records are spelled, and the records that are spelled otherwise. */
export function inspectMorphs(records: Records<MorphField>, keys: VmdMorphs): RecordSpelling {
  reportFrames(records, keys.frames, keys.nameIndex);
  return commonSpelling(records, namePaddings(records));
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
