import {
  readBytes,
  readFloats,
  readWords,
  type Records,
  type RecordTarget,
  reportFrames,
  writeBytes,
  writeFloats,
  writeWords,
} from './columns.js';
import type { LightField, SelfShadowField } from './layout.js';
import { emptyLights, emptySelfShadows, type VmdLights, type VmdSelfShadows } from './vmd.js';

/* Light and self-shadow keys: their columns say everything that is in the file. */

export function readLights(records: Records<LightField>): VmdLights {
  const keys = emptyLights(records.count);
  readWords(records, 'frame', keys.frames);
  readFloats(records, 'color', 3, keys.colors);
  readFloats(records, 'direction', 3, keys.directions);
  reportFrames(records, keys.frames);
  return keys;
}

export function writeLights(target: RecordTarget<LightField>, keys: VmdLights): void {
  writeWords(target, 'frame', keys.frames);
  writeFloats(target, 'color', 3, keys.colors);
  writeFloats(target, 'direction', 3, keys.directions);
}

export function readSelfShadows(records: Records<SelfShadowField>): VmdSelfShadows {
  const keys = emptySelfShadows(records.count);
  readWords(records, 'frame', keys.frames);
  readBytes(records, 'mode', 1, keys.modes);
  readFloats(records, 'distance', 1, keys.distances);
  reportFrames(records, keys.frames);
  return keys;
}

export function writeSelfShadows(target: RecordTarget<SelfShadowField>, keys: VmdSelfShadows): void {
  writeWords(target, 'frame', keys.frames);
  writeBytes(target, 'mode', 1, keys.modes);
  writeFloats(target, 'distance', 1, keys.distances);
}
