import { readColumn, type Records, type RecordTarget, reportFrames, writeColumn } from './columns.js';
import type { LightField, SelfShadowField } from './layout.js';
import { emptyLights, emptySelfShadows, type VmdLights, type VmdSelfShadows } from './vmd.js';

/* Light and self-shadow keys: their columns say everything that is in the file. */

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
