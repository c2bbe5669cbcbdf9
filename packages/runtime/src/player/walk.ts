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
