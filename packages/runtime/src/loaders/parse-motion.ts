import {
  type Bvmd,
  detectFormat,
  type FormatWarning,
  parseBvmd,
  parseVmd,
  parseVpd,
  type Vmd,
  type Vpd,
} from '@odori/format';
import { describeFormat, detectStandIn, foreignProblem } from '@odori/format/internal';
import type { MotionData } from '../motion/motion-data.js';
import { LoadError } from './load-error.js';

/**
 * Parses the file of a motion for playback. Its format is detected from the content.
 *
 * @throws MmdFormatError if the file is broken; {@link LoadError} if it is not a motion.
 */
export function parseMotion(bytes: Uint8Array, name: string): Vmd | Vpd | Bvmd {
  const format = detectFormat(bytes);
  if (format === 'vmd') return parseVmd(bytes, { lossless: false });
  if (format === 'vpd') return parseVpd(bytes);
  if (format === 'bvmd') return parseBvmd(bytes);
  if (format) throw new LoadError(name, `this is ${describeFormat(format)}, not a motion`);
  throw new LoadError(
    name,
    isZip(bytes)
      ? ZIPPED
      : (foreignProblem(detectStandIn(bytes), 'a motion (VMD, VPD, BVMD)') ?? NOT_A_MOTION),
  );
}

const NOT_A_MOTION = 'this is not a motion: its content is neither VMD, VPD nor BVMD';
const ZIPPED = 'this is a zip, not a motion: unpack it and use the motion in it';

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b; // PK
}

/** What the worker of `loadMotion` makes of a file. */
export interface MotionAnswer {
  readonly motion: MotionData;
  readonly warnings: readonly FormatWarning[];
}
