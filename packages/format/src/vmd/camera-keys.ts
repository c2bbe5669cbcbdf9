import { highestOf } from '../binary/column-layout.js';
import {
  readColumn,
  type Records,
  type RecordTarget,
  reportCurves,
  reportFrames,
  reportKeys,
  writeColumn,
} from './columns.js';
import { CAMERA, type CameraField, type RecordLayout, SHORT_CAMERA } from './layout.js';
import { type CameraSpelling, rawRecords, type SpelledKeys } from './source.js';
import { emptyCameras, type VmdCameras } from './vmd.js';

/** Records of version 1 have no angle of view. */
const SHORT_RECORD_FOV = 45;

/** The layout of long records, or of the short ones of version 1. */
export function cameraLayout(recordBytes: CameraSpelling['recordBytes']): RecordLayout<CameraField> {
  return recordBytes === 36 ? SHORT_CAMERA : CAMERA;
}

/** Reads camera keys; of a file that is read lossless, also the records whose switch is neither 0 nor 1. */
export function readCameras(records: Records<CameraField>): SpelledKeys<VmdCameras, CameraSpelling> {
  const keys = emptyCameras(records.count);
  readColumn(records, 'frame', 1, keys.frames);
  readColumn(records, 'distance', 1, keys.distances);
  readColumn(records, 'target', 3, keys.targets);
  readColumn(records, 'rotation', 3, keys.rotations);
  const odd = records.layout === SHORT_CAMERA ? readShortRest(records, keys) : readLongRest(records, keys);
  reportFrames(records, keys.frames);
  if (!records.isLossless) return { keys };
  reportCurves(records, keys.curves, 24);
  const recordBytes = records.layout === SHORT_CAMERA ? 36 : 61;
  return { keys, spelling: { recordBytes, odd: rawRecords(records, odd) } };
}

/** Writes what {@link readCameras} reads. Short records drop what they have no place for. */
export function writeCameras(target: RecordTarget<CameraField>, keys: VmdCameras): void {
  writeColumn(target, 'frame', 1, keys.frames);
  writeColumn(target, 'distance', 1, keys.distances);
  writeColumn(target, 'target', 3, keys.targets);
  writeColumn(target, 'rotation', 3, keys.rotations);
  if (target.layout === SHORT_CAMERA) writeShortRest(target, keys);
  else writeLongRest(target, keys);
}

/** Reads curves, angle of view and the switch; returns the keys whose switch is neither 0 nor 1. */
function readLongRest(records: Records<CameraField>, { curves, fovs, perspective }: VmdCameras): number[] {
  readColumn(records, 'curves', 24, curves);
  swapMiddles(curves);
  readColumn(records, 'fov', 1, fovs);
  readColumn(records, 'perspectiveOff', 1, perspective);
  const odd = records.isLossless ? reportSwitches(records, perspective) : [];
  invert(perspective);
  return odd;
}

/** Reports the keys whose switch is neither 0 nor 1, and returns them. */
function reportSwitches(records: Records<CameraField>, switches: Uint8Array): number[] {
  if (highestOf(switches) <= 1) return [];
  const isOdd = (key: number): boolean => switches[key] > 1;
  reportKeys(records, 'odd-value', 'perspectiveOff', 'is neither 0 nor 1', isOdd);
  return [...switches.keys()].filter(isOdd);
}

function writeLongRest(target: RecordTarget<CameraField>, keys: VmdCameras): void {
  writeColumn(target, 'curves', 24, swapMiddles(keys.curves.slice()));
  writeColumn(target, 'fov', 1, keys.fovs);
  writeColumn(target, 'perspectiveOff', 1, invert(keys.perspective.slice()));
}

/** Reads one curve for all channels; the rest of a key is as if MMD had written it. */
function readShortRest(
  records: Records<CameraField>,
  { count, curves, fovs, perspective }: VmdCameras,
): number[] {
  const short = new Uint8Array(4 * count);
  readColumn(records, 'curves', 4, short);
  swapMiddles(short);
  for (let i = 0; i < curves.length; i++) curves[i] = short[4 * Math.floor(i / 24) + (i % 4)];
  fovs.fill(SHORT_RECORD_FOV);
  perspective.fill(1);
  return [];
}

/** Writes the first channel's curve. */
function writeShortRest(target: RecordTarget<CameraField>, { curves }: VmdCameras): void {
  writeColumn(target, 'curves', 4, swapMiddles(curves.filter((_, i) => i % 24 < 4)));
}

/** Does key `i` say more than a short record can hold? */
export function exceedsShortRecord({ curves, fovs, perspective }: VmdCameras, i: number): boolean {
  if (fovs[i] !== SHORT_RECORD_FOV || perspective[i] !== 1) return true;
  for (let j = 4; j < 24; j++) if (curves[24 * i + j] !== curves[24 * i + (j % 4)]) return true;
  return false;
}

/** A file has x1 x2 y1 y2 where a document has x1 y1 x2 y2. In place; its own inverse. */
function swapMiddles(curves: Uint8Array): Uint8Array {
  for (let i = 1; i < curves.length; i += 4) {
    const second = curves[i + 1];
    curves[i + 1] = curves[i];
    curves[i] = second;
  }
  return curves;
}

/** The switch of a file turns perspective off. In place; its own inverse for 0 and 1. */
function invert(switches: Uint8Array): Uint8Array {
  for (let i = 0; i < switches.length; i++) switches[i] = switches[i] === 0 ? 1 : 0;
  return switches;
}
