import { reportFrames } from './key-order.js';
import { SELF_SHADOW } from './layout.js';
import { type RecordRange, type RecordTarget, readWords, writeWords } from './record-fields.js';
import { emptySelfShadows, type VmdSelfShadows } from './vmd.js';

/** Reads self-shadow keys. */
export function readSelfShadows(range: RecordRange): VmdSelfShadows {
  const keys = emptySelfShadows(range.count);
  readWords(range, SELF_SHADOW.frame, keys.frames);
  for (let key = 0; key < range.count; key++) {
    keys.modes[key] = range.reader.u8At(range.at + key * range.recordBytes + SELF_SHADOW.mode.offset);
  }
  readWords(range, SELF_SHADOW.distance, keys.distances);
  reportFrames(range, SELF_SHADOW.frame, keys.frames);
  return keys;
}

/** Writes self-shadow keys in the order of `target`. */
export function writeSelfShadows(target: RecordTarget, keys: VmdSelfShadows): void {
  writeWords(target, SELF_SHADOW.frame, keys.frames);
  const { writer, at, recordBytes, order } = target;
  order.forEach(
    (key, i) => (writer.bytes[at + i * recordBytes + SELF_SHADOW.mode.offset] = keys.modes[key]!),
  );
  writeWords(target, SELF_SHADOW.distance, keys.distances);
}
