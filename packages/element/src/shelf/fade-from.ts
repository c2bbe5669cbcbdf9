import type { Motion, MotionPlayer, Playable } from '@odori/runtime';

/** What somebody dances, and where in it she is. */
export interface DanceMoment {
  readonly motion: Motion;
  /** From the beginning of the motion. */
  readonly seconds: number;
}

/**
 * What a model dances now; undefined without a motion. To be asked before the next dance is loaded. The
 * motion must have been added without options: with an `offset` or a `loop` of its own, it is elsewhere.
 *
 * @example
 * momentOf(player, model)?.seconds; // → 12.5, of the motion of the model
 */
export function momentOf(player: MotionPlayer, playable: Playable): DanceMoment | undefined {
  const motion = player.motionOf(playable);
  return motion && { motion, seconds: player.currentTime - player.offset };
}

/**
 * Lets a model come from the last dance into the one that it has got, although another song has begun: by
 * `player.crossfade`. The last dance goes on meanwhile, from where it was. Both dances must have been added
 * without options: `offset`, `loop`, `ik` and `adjust` of `player.add` are lost.
 *
 * @throws RangeError if `seconds` is below 0 or not finite.
 * @example
 * const last = momentOf(player, model);
 * player.add(model, nextDance); // and its song, from the beginning
 * if (last) fadeFrom(last, player, model, 1.5);
 */
export function fadeFrom(last: DanceMoment, player: MotionPlayer, playable: Playable, seconds = 1.5): void {
  if (!(seconds >= 0 && seconds < Infinity)) {
    throw new RangeError(`the seconds of a fade must be 0 or more and finite, not ${seconds}`);
  }
  const next = player.motionOf(playable);
  player.add(playable, last.motion, { offset: player.currentTime - player.offset - last.seconds });
  player.crossfade(playable, next, seconds);
}
