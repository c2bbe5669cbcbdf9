/** Where a player is in its time: moved by its own clock, or by its media. */
export class Timeline {
  /** Seconds: where everyone was posed last, or is to be posed next. */
  time = 0;
  isPlaying = false;
  hasEnded = false;
  loopRange: LoopRange | undefined;
  /** Why the next pose is a jump; undefined: it is none. */
  jump: MotionJumpReason | undefined;
  readonly #show: () => void;

  /** `show` poses everyone at the time as it is. */
  constructor(show: () => void) {
    this.#show = show;
  }

  /** Jumps. */
  goTo(seconds: number, reason: MotionJumpReason): void {
    this.time = seconds;
    this.hasEnded = false;
    this.jump = reason;
    this.#show();
  }

  /** Comes to a halt where it has just arrived. */
  rest(seconds: number): void {
    this.time = seconds;
    this.#show();
  }
}

/** A part of the time, in seconds: 0 ≤ start < end. What lies beyond the end of the time ends there. */
export interface LoopRange {
  readonly start: number;
  readonly end: number;
}

/** Where a time is to go. */
export interface Path {
  readonly duration: number;
  readonly loop: boolean;
  readonly loopRange: LoopRange | undefined;
}

/** Is this where a range brings time back to its start? One that ends beyond the end ends there. */
export function leavesRange(
  range: LoopRange | undefined,
  from: number,
  to: number,
  duration: number,
): range is LoopRange {
  if (range === undefined || range.start >= duration) return false;
  const end = Math.min(range.end, duration);
  return from < end && to >= end;
}

/**
 * The time `seconds` after another: it stays between 0 and the end, or goes round.
 *
 * What is over the end is kept: a loop of 2 s that is left at 1.9 s by 0.3 s is entered at 0.2 s. Who is beyond an end
 * that came nearer stays there.
 */
export function walk(from: number, seconds: number, { duration, loop, loopRange }: Path): number {
  const to = Math.max(from + seconds, 0);
  if (leavesRange(loopRange, from, to, duration)) {
    return wrap(to, loopRange.start, Math.min(loopRange.end, duration));
  }
  if (to < duration) return to;
  if (loop && duration > 0) return wrap(to, 0, duration);
  return Math.max(duration, Math.min(from, to));
}

function wrap(time: number, start: number, end: number): number {
  return start + ((time - start) % (end - start));
}

/** Why time or motion jumped: what moves on by itself (physics) must begin anew. */
export type MotionJumpReason =
  /** The reader or the program went somewhere else. */
  | 'seek'
  /** From the end back to the beginning. */
  | 'loop'
  /** Another motion, at once. */
  | 'motion'
  /** The media were suddenly elsewhere. */
  | 'stall';

/**
 * The event `jump` of a `MotionPlayer`, after the pose has jumped and every playable it concerns was reset.
 *
 * @example
 * player.addEventListener('jump', (event) => {
 *   if (event instanceof MotionJumpEvent) event.reason; // → 'loop'
 * });
 */
export class MotionJumpEvent extends Event {
  readonly reason: MotionJumpReason;

  constructor(reason: MotionJumpReason) {
    super('jump');
    this.reason = reason;
  }
}
