import type { Vmd } from '@odori/format';
import { Motion, toVmd } from '@odori/runtime/motion';
import { LAST_POSSIBLE_FRAME } from '../arguments/numbers.js';
import { FileProblem } from '../problem.js';

/** What is done to a motion on its way; frames. */
export interface MotionEdits {
  readonly from?: number;
  readonly to?: number;
  readonly offset?: number;
  readonly mirror: boolean;
}

/** Is there anything to do? */
export function changesMotion({ from, to, offset = 0, mirror }: MotionEdits): boolean {
  return from !== undefined || to !== undefined || offset !== 0 || mirror;
}

/**
 * Motions that play together, cut to a range, mirrored, moved in time, in this order; untouched, to the bit, if nothing
 * is asked for. One that has ended before the range stays as it ended.
 *
 * @throws {@link FileProblem} if all have ended, or frames become too large for a file.
 */
export function editMotions(vmds: readonly Vmd[], edits: MotionEdits): readonly Vmd[] {
  if (!changesMotion(edits)) return vmds;
  const motions = vmds.map((vmd) => Motion.from(vmd));
  const end = Math.max(...motions.map(({ lastFrame }) => lastFrame));
  const { from = 0, to } = edits;
  if (to === undefined && from > end)
    throw new FileProblem(`ends at frame ${end}: there is nothing from ${from} on`);
  return motions.map((motion, i) => {
    const edited = editMotion(motion, edits);
    return { ...toVmd(edited), modelName: vmds[i].modelName, version: vmds[i].version };
  });
}

function editMotion(motion: Motion, { from, to, offset = 0, mirror }: MotionEdits): Motion {
  const first = from ?? 0;
  const isTruncated = from !== undefined || to !== undefined;
  const cut = isTruncated ? motion.slice(first, to ?? Math.max(motion.lastFrame, first)) : motion;
  const turned = mirror ? cut.mirror() : cut;
  return offset === 0 ? turned : moved(turned, offset);
}

function moved(motion: Motion, frames: number): Motion {
  const last = motion.lastFrame + frames;
  if (last <= LAST_POSSIBLE_FRAME) return motion.offset(frames);
  throw new FileProblem(`would end at frame ${last}; a file counts to ${LAST_POSSIBLE_FRAME}`);
}
