import type { Vmd } from '@odori/format';
import { Motion, toVmd } from '@odori/runtime/motion';
import { LAST_POSSIBLE_FRAME } from '../arguments.js';
import { FileError } from '../errors.js';
import { say } from '../language/message.js';

/** Changes of a motion during a conversion. Times are in frames. */
export interface MotionEdits {
  readonly from?: number;
  readonly to?: number;
  readonly offset?: number;
  readonly mirror: boolean;
}

/** Whether the edits change anything. */
export function hasEdits({ from, to, offset = 0, mirror }: MotionEdits): boolean {
  return from !== undefined || to !== undefined || offset !== 0 || mirror;
}

/**
 * Cuts motions that play together to a range, then mirrors them, then moves them in time. Without edits they
 * stay the same, bit for bit. A motion that ends before the range keeps its last pose.
 *
 * @throws {@link FileError} if all motions end before the range, or a frame becomes too large for a file.
 */
export function editMotions(vmds: readonly Vmd[], edits: MotionEdits): readonly Vmd[] {
  if (!hasEdits(edits)) return vmds;
  const motions = vmds.map((vmd) => Motion.from(vmd));
  const end = Math.max(...motions.map(({ lastFrame }) => lastFrame));
  const { from = 0, to } = edits;
  if (to === undefined && from > end)
    throw new FileError(say('ends-before', { end, option: 'from', frame: from }));
  return motions.map((motion, i) => {
    const edited = editMotion(motion, edits);
    return { ...toVmd(edited), modelName: vmds[i].modelName, version: vmds[i].version };
  });
}

function editMotion(motion: Motion, { from, to, offset = 0, mirror }: MotionEdits): Motion {
  const first = from ?? 0;
  const isWhole = from === undefined && to === undefined;
  const range = isWhole ? motion : motion.slice(first, to ?? Math.max(motion.lastFrame, first));
  const mirrored = mirror ? range.mirror() : range;
  return offset === 0 ? mirrored : moved(mirrored, offset);
}

function moved(motion: Motion, frames: number): Motion {
  const last = motion.lastFrame + frames;
  if (last <= LAST_POSSIBLE_FRAME) return motion.offset(frames);
  throw new FileError(say('ends-too-late', { last, most: LAST_POSSIBLE_FRAME }));
}
