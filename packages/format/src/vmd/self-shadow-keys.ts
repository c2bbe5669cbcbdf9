import { reportFrames } from './key-order.js';
import { SELF_SHADOW } from './layout.js';
import { type RecordRange, type RecordTarget, readWords, reportKey, writeWords } from './record-fields.js';
import { emptySelfShadows, type VmdSelfShadows } from './vmd.js';

const LAST_MODE = 2;

/** Reads self-shadow keys. */
export function readSelfShadows(range: RecordRange): VmdSelfShadows {
  const keys = emptySelfShadows(range.count);
  readWords(range, SELF_SHADOW.frame, keys.frames);
  for (let key = 0; key < range.count; key++) {
    keys.modes[key] = range.reader.u8At(range.at + key * range.recordBytes + SELF_SHADOW.mode.offset);
  }
  readWords(range, SELF_SHADOW.distance, keys.distances);
  reportFrames(range, SELF_SHADOW.frame, keys.frames);
  reportOddModes(range, keys.modes);
  return keys;
}

/** Writes self-shadow keys in the order of `target`. */
export function writeSelfShadows(target: RecordTarget, keys: VmdSelfShadows): void {
  writeWords(target, SELF_SHADOW.frame, keys.frames);
  const { writer, at, recordBytes, order } = target;
  order.forEach((key, i) => (writer.bytes[at + i * recordBytes + SELF_SHADOW.mode.offset] = keys.modes[key]!));
  writeWords(target, SELF_SHADOW.distance, keys.distances);
}

function reportOddModes(range: RecordRange, modes: Uint8Array): void {
  const first = modes.findIndex((mode) => mode > LAST_MODE);
  if (first < 0) return;
  const count = modes.filter((mode) => mode > LAST_MODE).length;
  reportKey(range, first, 'odd-value', SELF_SHADOW.mode, `is ${modes[first]}`, count);
}
