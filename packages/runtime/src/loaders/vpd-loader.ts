import { parseVpd } from '@odori/format';
import { Motion } from '../motion/index.js';
import { MotionLoader } from './motion-loader.js';

/**
 * Loads a VPD pose file, as a motion of one frame.
 *
 * @example
 * const pose = await new VPDLoader().loadAsync('wave.vpd');
 * pose.duration; // → 0
 */
export class VPDLoader extends MotionLoader {
  /**
   * The pose in a file's bytes.
   *
   * @throws MmdFormatError if they are no VPD; see `parseVpd`.
   */
  parse(bytes: ArrayBuffer | Uint8Array): Motion {
    return Motion.from(parseVpd(bytes));
  }
}
