import { rawRecords } from './common-spelling.js';
import { reportFrames } from './key-order.js';
import { ABOVE_127, CAMERA, SHORT_CAMERA_BYTES } from './layout.js';
import { type RecordRange, type RecordTarget, readWords, reportKeys, writeWords } from './record-fields.js';
import type { CameraSpelling } from './vmd-source.js';
import { emptyCameras, type VmdCameras } from './vmd.js';

const CHANNELS = 6;
/** A file has x1 x2 y1 y2 where a document has x1 y1 x2 y2. The swap is its own inverse. */
const FILE_ORDER = [0, 2, 1, 3] as const;
/** Records of version 1 have no angle of view; MMD's default. */
const SHORT_RECORD_FOV = 45;

/** Reads camera keys in long or short records. */
export function readCameras(range: RecordRange): { keys: VmdCameras; spelling: CameraSpelling } {
  const keys = emptyCameras(range.count);
  readWords(range, CAMERA.frame, keys.frames);
  readWords(range, CAMERA.distance, keys.distances);
  readWords(range, CAMERA.target, keys.targets);
  readWords(range, CAMERA.rotation, keys.rotations);
  const short = range.recordBytes === SHORT_CAMERA_BYTES;
  const odd = readTail(range, keys, short);
  reportFrames(range, CAMERA.frame, keys.frames);
  reportKeys(range, 'odd-value', CAMERA.curves, ABOVE_127, (key) =>
    keys.curves.subarray(24 * key, 24 * key + 24).some((value) => value > 127),
  );
  return { keys, spelling: { recordBytes: short ? 36 : 61, odd: rawRecords(range, odd) } };
}

/** Writes camera keys; short records drop what they have no place for. */
export function writeCameras(target: RecordTarget, keys: VmdCameras, spelling: CameraSpelling): void {
  writeWords(target, CAMERA.frame, keys.frames);
  writeWords(target, CAMERA.distance, keys.distances);
  writeWords(target, CAMERA.target, keys.targets, 3);
  writeWords(target, CAMERA.rotation, keys.rotations, 3);
  if (spelling.recordBytes === 61) writeTail(target, keys);
  else writeShortTail(target, keys);
}

/** Does key `i` say more than a short record can hold? */
export function exceedsShortRecord(keys: VmdCameras, i: number): boolean {
  if (keys.fovs[i] !== SHORT_RECORD_FOV || keys.perspective[i] !== 1) return true;
  for (let j = 4; j < 4 * CHANNELS; j++) {
    if (keys.curves[24 * i + j] !== keys.curves[24 * i + (j % 4)]) return true;
  }
  return false;
}

/** Curves, angle of view, perspective; returns the keys whose switch is neither 0 nor 1. */
function readTail(range: RecordRange, keys: VmdCameras, short: boolean): number[] {
  const { reader, recordBytes } = range;
  if (!short) readWords(range, CAMERA.fov, keys.fovs);
  for (let key = 0, at = range.at; key < range.count; key++, at += recordBytes) {
    for (let i = 0; i < 4 * CHANNELS; i++) {
      keys.curves[24 * key + i] = reader.u8At(at + curveOffset(short ? i % 4 : i)); // short: one curve for all
    }
    const perspectiveOff = short ? 0 : reader.u8At(at + CAMERA.perspectiveOff.offset);
    keys.perspective[key] = perspectiveOff === 0 ? 1 : 0;
    if (short) keys.fovs[key] = SHORT_RECORD_FOV;
  }
  const isOdd = (key: number): boolean =>
    !short && reader.u8At(range.at + key * recordBytes + CAMERA.perspectiveOff.offset) > 1;
  reportKeys(range, 'odd-value', CAMERA.perspectiveOff, 'is neither 0 nor 1', isOdd);
  return [...keys.fovs.keys()].filter(isOdd);
}

function writeTail({ writer, at, recordBytes, order }: RecordTarget, keys: VmdCameras): void {
  order.forEach((key, record) => {
    const recordAt = at + record * recordBytes;
    for (let i = 0; i < 4 * CHANNELS; i++)
      writer.bytes[recordAt + curveOffset(i)] = keys.curves[24 * key + i]!;
    writer.seek(recordAt + CAMERA.fov.offset);
    writer.u32(keys.fovs[key]);
    writer.u8(keys.perspective[key] === 0 ? 1 : 0);
  });
}

function writeShortTail({ writer, at, recordBytes, order }: RecordTarget, keys: VmdCameras): void {
  order.forEach((key, record) => {
    for (let i = 0; i < 4; i++)
      writer.bytes[at + record * recordBytes + curveOffset(i)] = keys.curves[24 * key + i]!;
  });
}

/** Where in a record the i-th curve value of a document lies. */
function curveOffset(i: number): number {
  return CAMERA.curves.offset + (i & ~3) + FILE_ORDER[i & 3];
}
