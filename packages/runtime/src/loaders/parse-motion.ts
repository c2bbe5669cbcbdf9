import {
  type Bvmd,
  describeFormat,
  detectFormat,
  MmdFormatError,
  parseBvmd,
  parseVmd,
  parseVpd,
  type Vmd,
  type Vpd,
} from '@odori/format';
import { LoadError } from './load-error.js';

/**
 * Parses the file of a motion. Its format is detected from the content. The document is for use at once: it may keep `bytes`.
 *
 * @throws {@link LoadError} if the file is broken or is not a motion.
 */
export function parseMotion(bytes: Uint8Array, name: string): Vmd | Vpd | Bvmd {
  const format = detectFormat(bytes);
  try {
    if (format === 'vmd') return parseVmd(bytes, { keepBytes: true });
    if (format === 'vpd') return parseVpd(bytes);
    if (format === 'bvmd') return parseBvmd(bytes);
  } catch (error) {
    if (!(error instanceof MmdFormatError)) throw error;
    throw new LoadError(name, `the file is broken: ${error.message}`, { cause: error });
  }
  if (format) throw new LoadError(name, `this is ${describeFormat(format)}, not a motion`);
  throw new LoadError(name, isZip(bytes) ? ZIPPED : NOT_A_MOTION);
}

const NOT_A_MOTION = 'this is not a motion: its content is neither VMD, VPD nor BVMD';
const ZIPPED = 'this is a zip, not a motion: unpack it and use the motion in it';

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b; // PK
}
