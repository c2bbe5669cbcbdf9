import { reportFrames } from './key-order.js';
import { LIGHT } from './layout.js';
import { type RecordRange, type RecordTarget, readWords, writeWords } from './record-fields.js';
import { emptyLights, type VmdLights } from './vmd.js';

/** Reads light keys. */
export function readLights(range: RecordRange): VmdLights {
  const keys = emptyLights(range.count);
  readWords(range, LIGHT.frame, keys.frames);
  readWords(range, LIGHT.color, keys.colors);
  readWords(range, LIGHT.direction, keys.directions);
  reportFrames(range, LIGHT.frame, keys.frames);
  return keys;
}

/** Writes light keys in the order of `target`. */
export function writeLights(target: RecordTarget, keys: VmdLights): void {
  writeWords(target, LIGHT.frame, keys.frames);
  writeWords(target, LIGHT.color, keys.colors, 3);
  writeWords(target, LIGHT.direction, keys.directions, 3);
}
