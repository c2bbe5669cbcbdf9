import type { MotionMatch } from '@odori/format/internal';
import type { OpenedMotion } from '../open/open-motion.js';
import { danceOptions, type MotionOption } from '../show/motion-options.js';

/** Which dance each model has, and which it can have. */
export interface DanceAssignment {
  /** All dances, for a choice. A dance often comes in several files, for body and face. */
  readonly dances: readonly MotionOption[];
  /** By model: its dance. */
  readonly ofModel: readonly (MotionOption | undefined)[];
  /** False: nothing says who dances some of them, or a dancer has none although there are dances. */
  readonly isCertain: boolean;
}

/**
 * Joins the motions of each model, as `matchMotions` found them. Motions that nothing says the model of are
 * given to the dancers that have none, one after the other, until the user decides. `isDancer` is by model.
 */
export function assignDances(
  motions: readonly OpenedMotion[],
  matches: readonly MotionMatch[],
  isDancer: readonly boolean[],
): DanceAssignment {
  const matching = (match: MotionMatch): OpenedMotion[] => motions.filter((_, i) => matches[i] === match);
  const [shared] = danceOptions(matching('all'));
  const open = danceOptions(matching(undefined));
  const own = isDancer.map((_, model) => danceOptions(matching(model)));
  let next = 0;
  const ofModel = own.map(([dance], i) => dance ?? (isDancer[i] ? (shared ?? open[next++]) : undefined));
  const dances = [...new Set([...own.flat(), shared, ...open])].filter((dance) => dance !== undefined);
  const isIdle = dances.length > 0 && ofModel.some((dance, i) => isDancer[i] && !dance);
  return { dances, ofModel, isCertain: open.length === 0 && !isIdle };
}
