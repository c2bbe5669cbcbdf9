import { parseVmd } from '@odori/format';
import { Motion } from '../motion/index.js';
import { MotionLoader } from './motion-loader.js';

/**
 * Loads a VMD motion file.
 *
 * @example
 * const motion = await new VMDLoader().loadAsync('dance.vmd');
 * motion.duration; // → 93.63 seconds
 */
export class VMDLoader extends MotionLoader {
  /**
   * The motion in a file's bytes.
   *
   * @throws MmdFormatError if they are no VMD; see `parseVmd`.
   */
  parse(bytes: ArrayBuffer | Uint8Array): Motion {
    return Motion.from(parseVmd(bytes));
  }
}
