import { rawRecords } from './common-spelling.js';
import { emptyKeys } from './empty-keys.js';
import { reportFrames } from '../columns/key-order.js';
import { ABOVE_127, CAMERA, type SectionLayout, SHORT_CAMERA, type ShortCameras } from './layout.js';
import {
  readColumns,
  type RecordRange,
  type RecordTarget,
  reportKeys,
  writeColumns,
} from './record-fields.js';
import type { CameraSpelling } from './vmd-source.js';
import { emptyCameras, type VmdCameras } from './vmd.js';

const CHANNELS = 6;
/** Records of version 1 have no angle of view; MMD's default. */
const SHORT_RECORD_FOV = 45;

/** Long records, or the short ones of version 1. */
export function cameraLayout(recordBytes: CameraSpelling['recordBytes']): SectionLayout<ShortCameras> {
  return recordBytes === 36 ? SHORT_CAMERA : CAMERA;
}

/** Reads camera keys in long or short records. */
export function readCameras(range: RecordRange<ShortCameras>): {
  keys: VmdCameras;
  spelling: CameraSpelling;
} {
  const isShort = range.layout === SHORT_CAMERA;
  const columns = readColumns(range, emptyKeys(range.layout, range.count));
  const keys = isShort ? lengthened(columns) : (columns as VmdCameras);
  const isOdd = (key: number): boolean => keys.perspective[key] > 1;
  const odd = [...keys.perspective.keys()].filter(isOdd);
  reportKeys(range, 'odd-value', CAMERA.fields.perspective, 'is neither 0 nor 1', isOdd);
  swapSpelling(keys);
  reportFrames(range, keys);
  reportKeys(range, 'odd-value', CAMERA.fields.curves, ABOVE_127, (key) =>
    keys.curves.subarray(24 * key, 24 * key + 24).some((value) => value > 127),
  );
  return { keys, spelling: { recordBytes: isShort ? 36 : 61, odd: rawRecords(range, odd) } };
}

/** Writes camera keys; short records drop what they have no place for. */
export function writeCameras(target: RecordTarget, keys: VmdCameras): void {
  const spelled = { ...keys, curves: keys.curves.slice(), perspective: keys.perspective.slice() };
  swapSpelling(spelled);
  writeColumns(target, target.layout === SHORT_CAMERA ? shortened(spelled) : spelled);
}

/** Does key `i` say more than a short record can hold? */
export function exceedsShortRecord(keys: VmdCameras, i: number): boolean {
  if (keys.fovs[i] !== SHORT_RECORD_FOV || keys.perspective[i] !== 1) return true;
  for (let j = 4; j < 4 * CHANNELS; j++) {
    if (keys.curves[24 * i + j] !== keys.curves[24 * i + (j % 4)]) return true;
  }
  return false;
}

/** As if the records had been long ones. */
function lengthened(short: ShortCameras): VmdCameras {
  const { curves, fovs, perspective } = emptyCameras(short.count);
  return {
    ...short,
    curves: curves.map((_, i) => short.curves[4 * Math.floor(i / 24) + (i % 4)]), // one curve for all
    fovs: fovs.fill(SHORT_RECORD_FOV),
    perspective,
  };
}

function shortened(long: VmdCameras): ShortCameras {
  return { ...long, curves: long.curves.filter((_, i) => i % 24 < 4) };
}

/**
 * A file has x1 x2 y1 y2 where a document has x1 y1 x2 y2, and a switch that turns perspective off. In place; the swap
 * is its own inverse.
 */
function swapSpelling({ curves, perspective }: VmdCameras): void {
  for (let i = 1; i < curves.length; i += 4) {
    const y1 = curves[i + 1];
    curves[i + 1] = curves[i];
    curves[i] = y1;
  }
  for (let key = 0; key < perspective.length; key++) perspective[key] = perspective[key] === 0 ? 1 : 0;
}
