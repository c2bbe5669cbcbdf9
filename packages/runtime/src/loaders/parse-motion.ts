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
  const code = 'not-a-motion';
  if (format) {
    const found = describeFormat(format);
    throw new LoadError(name, `this is ${found}, not a motion`, { code, found });
  }
  const foreign = detectStandIn(bytes);
  const problem = isZip(bytes) ? ZIPPED : foreignProblem(foreign, 'a motion (VMD, VPD, BVMD)');
  throw new LoadError(name, problem ?? NOT_A_MOTION, { code, found: foreign?.description });
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
