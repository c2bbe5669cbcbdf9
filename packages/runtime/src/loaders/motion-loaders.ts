import { type MmdFormatErrorCode, parseVmd, parseVpd } from '@odori/format';
import { Motion } from '../motion/index.js';
import { BytesLoader } from './bytes-loader.js';

/**
 * Loads a VMD motion file, as three's other loaders do: `load`, `loadAsync`, `parse`, `setPath` and so on.
 *
 * @example
 * const motion = await new VMDLoader().loadAsync('dance.vmd');
 * motion.duration; // → 64 seconds
 */
export class VMDLoader extends BytesLoader<Motion> {
  /** A file with a warning of one of these codes, such as `truncated`, is an error. */
  refuse: readonly MmdFormatErrorCode[] = [];

  /**
   * Parses the bytes of a VMD file.
   *
   * @throws MmdFormatError if the bytes are not a VMD file; see `parseVmd`.
   */
  parse(bytes: ArrayBuffer | Uint8Array): Motion {
    return Motion.from(parseVmd(bytes, { lossless: false, refuse: this.refuse }));
  }

  protected override open(bytes: Uint8Array): Motion {
    return this.parse(bytes);
  }
}

/**
 * Loads a VPD pose file, as a motion of one frame.
 *
 * @example
 * const pose = await new VPDLoader().loadAsync('wave.vpd');
 * pose.duration; // → 0
 */
export class VPDLoader extends BytesLoader<Motion> {
  /** A file with a warning of one of these codes, such as `truncated`, is an error. */
  refuse: readonly MmdFormatErrorCode[] = [];

  /**
   * Parses the bytes of a VPD file.
   *
   * @throws MmdFormatError if the bytes are not a VPD file; see `parseVpd`.
   */
  parse(bytes: ArrayBuffer | Uint8Array): Motion {
    return Motion.from(parseVpd(bytes, { refuse: this.refuse }));
  }

  protected override open(bytes: Uint8Array): Motion {
    return this.parse(bytes);
  }
}
