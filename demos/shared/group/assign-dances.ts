import type { MotionMatch } from '@odori/format/internal';
import { fromLeftToRight } from '@odori/runtime/internal';
import type { OpenedMotion } from '../open/open-motion.js';
import { danceOptions, type MotionOption } from '../show/motion-options.js';

/** Which dance each model has, and which it can have. */
export interface DanceAssignment {
  /** All dances, for a choice. A dance often comes in several files, for body and face. */
  readonly dances: readonly MotionOption[];
  /** By model: its dance. */
  readonly ofModel: readonly (MotionOption | undefined)[];
}

/**
 * Joins the motions of each model, as `matchMotions` found them. Dancers without a motion get those that are
 * left over, from left to right: motions that nothing says the model of, and further ones of other dancers.
 * If there are too few, several dance the same. `isDancer` is by model.
 */
export function assignDances(
  motions: readonly OpenedMotion[],
  matches: readonly MotionMatch[],
  isDancer: readonly boolean[],
): DanceAssignment {
  const matching = (match: MotionMatch): MotionOption[] =>
    inOrder(danceOptions(motions.filter((_, i) => matches[i] === match)));
  const [shared] = matching('all');
  const open = matching(undefined);
  const own = isDancer.map((_, model) => matching(model));
  const ofModel = own.map(([dance], i) => dance ?? (isDancer[i] ? shared : undefined));
  const further = own.filter((_, i) => isDancer[i]).flatMap((dances) => dances.slice(1));
  const leftOver = inOrder([...further, ...open]);
  const given = leftOver.length > 0 ? leftOver : ofModel.filter((dance, i) => dance && isDancer[i]);
  let next = 0;
  for (const [i, isOne] of isDancer.entries())
    if (isOne && given.length > 0) ofModel[i] ??= given[next++ % given.length];
  const dances = [...new Set([...own.flat(), shared, ...open])].filter((dance) => dance !== undefined);
  return { dances, ofModel };
}

function inOrder(options: readonly MotionOption[]): MotionOption[] {
  return fromLeftToRight(options, ({ name, motion, files }) => ({
    name,
    motion,
    paths: files.map(({ path }) => path),
  }));
}
