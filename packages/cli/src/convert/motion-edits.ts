import type { Vmd } from '@odori/format';
import { Motion, toVmd } from '@odori/runtime/motion';
import { FileProblem } from '../problem.js';

/** What is done to a motion on its way; frames. */
export interface MotionEdits {
  readonly from?: number;
  readonly to?: number;
  readonly offset?: number;
  readonly mirror: boolean;
}

/**
 * A motion cut to a range, mirrored, moved in time, in this order; untouched, to the bit, if nothing is asked for.
 *
 * @throws {@link FileProblem} if the range is empty.
 */
export function editMotion(vmd: Vmd, edits: MotionEdits): Vmd {
  const { from, to, offset = 0, mirror } = edits;
  const isCut = from !== undefined || to !== undefined;
  if (!isCut && offset === 0 && !mirror) return vmd;
  let motion = Motion.from(vmd);
  if (isCut) motion = cut(motion, from ?? 0, to ?? motion.lastFrame);
  if (mirror) motion = motion.mirror();
  if (offset !== 0) motion = motion.offset(offset);
  return { ...toVmd(motion), modelName: vmd.modelName, version: vmd.version };
}

function cut(motion: Motion, from: number, to: number): Motion {
  if (to >= from) return motion.slice(from, to);
  throw new FileProblem(`ends at frame ${motion.lastFrame}: there is nothing from ${from} to ${to}`);
}
