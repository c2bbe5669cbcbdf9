import type { FormatWarning } from '@odori/format';
import type { MotionData } from '../../motion/motion-data.js';

/** What the worker of `loadMotion` makes of a file. */
export interface MotionAnswer {
  readonly motion: MotionData;
  readonly warnings: readonly FormatWarning[];
}
