/** Why time or motion jumped. Physics has to start again after a jump. @inline */
export type MotionJumpReason =
  /** A seek by the user or by a program. */
  | 'seek'
  /** From the end back to the beginning. */
  | 'loop'
  /** Another motion, at once. */
  | 'motion'
  /** The time of the media jumped without a seek. */
  | 'stall';

/**
 * The event `jump` of a `MotionPlayer`, sent after the pose has jumped and each playable that it concerns was
 * reset. At a loop, a playable whose last pose is its first one goes on without a reset: no bone is more than
 * 0.1 units from its place there.
 *
 * @example
 * player.addEventListener('jump', (event) => {
 *   (event as MotionJumpEvent).reason; // → 'loop'
 * });
 */
export class MotionJumpEvent extends Event {
  readonly reason: MotionJumpReason;

  constructor(reason: MotionJumpReason) {
    super('jump');
    this.reason = reason;
  }
}

/**
 * A part of the time that repeats, in seconds: 0 ≤ start < end. An end beyond the duration means the
 * duration.
 */
export interface LoopRange {
  readonly start: number;
  readonly end: number;
}

/** The current time of a player. The player's own clock or its media move it. */
export class Timeline {
  /** Seconds: the time of the last pose, or of the next one. */
  time = 0;
  isPlaying = false;
  /** Why the next pose is a jump; undefined if it is not. */
  jump: MotionJumpReason | undefined;
  /** With a jump from the end of a loop to its start: the loop, and the seconds on both sides of the seam. */
  readonly loop: { start: number; end: number; passed: number } = { start: NaN, end: NaN, passed: NaN };
  readonly #show: () => void;
  #loopRange: LoopRange | undefined;

  /** `show` poses everything at the present time. */
  constructor(show: () => void) {
    this.#show = show;
  }

  get loopRange(): LoopRange | undefined {
    return this.#loopRange;
  }

  /** Takes a copy. @throws RangeError unless 0 ≤ start < end. */
  setLoopRange(range: LoopRange | undefined): void {
    if (range && !(range.start >= 0 && range.start < range.end)) {
      throw new RangeError(`loopRange must have 0 ≤ start < end, not ${range.start} to ${range.end}`);
    }
    this.#loopRange = range && { ...range };
  }

  /** Goes on by some seconds, within the limits; below 0 it goes back. A loop is a jump. */
  advance(seconds: number, limits: TimeLimits): void {
    const from = this.time;
    this.time = advanceTime(from, seconds, limits);
    if (!(seconds > 0 && this.time < from)) return;
    const { loopRange, duration } = limits;
    const isInRange = leavesRange(loopRange, from, Math.max(from + seconds, 0), duration);
    this.#loopTo(
      from,
      isInRange ? loopRange.start : 0,
      isInRange ? Math.min(loopRange.end, duration) : duration,
    );
  }

  /** Comes over the end of a loop to a time after its start; the next pose shows that. */
  loopTo(seconds: number, start: number, end: number): void {
    const from = this.time;
    this.time = seconds;
    this.#loopTo(from, start, end);
  }

  #loopTo(from: number, start: number, end: number): void {
    this.jump = 'loop';
    this.loop.start = start;
    this.loop.end = end;
    this.loop.passed = Math.max(end - from, 0) + Math.max(this.time - start, 0);
  }

  /** Jumps to a time. */
  jumpTo(seconds: number, reason: MotionJumpReason): void {
    this.time = seconds;
    this.jump = reason;
    this.#show();
  }

  /** Shows the exact time at which playback has stopped; not a jump. */
  stopAt(seconds: number): void {
    this.time = seconds;
    this.#show();
  }
}

/** True if time passes the end of a range and so returns to its start. */
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

/** True if a time is at or beyond the end of a range, from where playback would never enter it. */
export function isBeyondRange({ start, end }: LoopRange, time: number, duration: number): boolean {
  return start < duration && time >= Math.min(end, duration);
}

/** The limits of a player's time. */
interface TimeLimits {
  readonly duration: number;
  readonly loop: boolean;
  readonly loopRange: LoopRange | undefined;
}

/**
 * The time `seconds` after `from`: it stays between 0 and the end, or loops.
 *
 * The time that exceeds the end is kept: in a loop of 2 s, 0.3 s after 1.9 s is 0.2 s. A time beyond a
 * shortened end stays where it is.
 */
function advanceTime(from: number, seconds: number, { duration, loop, loopRange }: TimeLimits): number {
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
