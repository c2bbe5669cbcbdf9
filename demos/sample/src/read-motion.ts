import { detectFormat, MmdFormatError, parseVmd, parseVpd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import { visibleText } from '../../shared/file-text.js';
import { codeMeanings } from '../../shared/problem-text.js';

/**
 * Reads a motion or a pose.
 *
 * @throws Error with a message for the reader if there is no bone in it to look at.
 */
export async function readMotion(file: File): Promise<Motion> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isPose = detectFormat(bytes) === 'vpd' || /\.vpd$/i.test(file.name);
  try {
    const motion = Motion.from(isPose ? parseVpd(bytes) : parseVmd(bytes));
    if (motion.bones.size > 0) return motion;
  } catch (error) {
    if (error instanceof MmdFormatError) {
      throw new Error(`${codeMeanings[error.code]} ${visibleText(error.message)}`, { cause: error });
    }
    throw error;
  }
  throw new Error('there is no bone in this motion; is it one for the camera?');
}
