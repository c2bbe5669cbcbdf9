/**
 * The script of the worker in which `loadMotion` reads large files. Only a bundler that does not know `new
 * Worker(new URL(…, import.meta.url))` needs this name: make it an entry `motion-worker`, beside the file of
 * the page.
 *
 * @module @odori/runtime/motion-worker
 */
import { Motion } from '../../motion/index.js';
import { dataOfMotion } from '../../motion/motion-data.js';
import { type MotionAnswer, parseMotion } from '../parse-motion.js';
import { answerRequests } from './answer-requests.js';

answerRequests((bytes: Uint8Array): MotionAnswer => {
  const document = parseMotion(bytes, '');
  return { motion: dataOfMotion(Motion.from(document)), warnings: document.warnings };
});
