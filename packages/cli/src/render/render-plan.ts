import { FileError } from '../errors.js';
import { say } from '../language/message.js';

/** Seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of the frames, for one of several machines. */
export interface Shard {
  /** From 1 to `count`. */
  readonly number: number;
  readonly count: number;
}

/** The frames that are drawn, of all from the start of the range. Frame `i` is at `start + i / fps`. */
export interface FramePlan {
  /** Seconds. */
  readonly start: number;
  readonly fps: number;
  /** The first that is drawn; those before are only stepped, for the physics. */
  readonly first: number;
  /** How many are drawn. */
  readonly count: number;
  /** Of all shards. */
  readonly total: number;
}

/**
 * Which frames are drawn of a dance of some seconds.
 *
 * @throws {@link FileError} if nothing moves and there is no range, or if there are more shards than frames.
 * @example
 * planFrames({ fps: 30, range: undefined, shard: { number: 2, count: 4 } }, 10).first; // → 75
 */
export function planFrames(
  {
    fps,
    range,
    shard = { number: 1, count: 1 },
  }: { readonly fps: number; readonly range: Span | undefined; readonly shard: Shard | undefined },
  duration: number,
): FramePlan {
  const { start, end } = spanOf(range, duration);
  const total = Math.max(1, Math.round((end - start) * fps));
  const { number, count } = shard;
  if (count > total) throw new FileError(say('too-few-frames', { total, count }));
  const first = Math.floor(((number - 1) * total) / count);
  return { start, fps, first, count: Math.floor((number * total) / count) - first, total };
}

/**
 * The times of a sheet's pictures, in seconds: in the middle of equal parts.
 *
 * @example
 * planSheet(4, undefined, 8); // → [1, 3, 5, 7]
 */
export function planSheet(count: number, range: Span | undefined, duration: number): number[] {
  const { start, end } = spanOf(range, duration);
  return Array.from({ length: count }, (_, i) => start + ((i + 0.5) * (end - start)) / count);
}

function spanOf(range: Span | undefined, duration: number): Span {
  if (range) return range;
  if (duration > 0) return { start: 0, end: duration };
  throw new FileError(say('nothing-moves'));
}

/** `%05d`: a number of at least five digits. */
const PATTERN = /%0?(\d*)d/;

/** Does a path have a place for the number of a frame? */
export function isPattern(path: string): boolean {
  return PATTERN.test(path);
}

/**
 * The path of a frame.
 *
 * @example
 * framePath('frames/%05d.png', 12); // → 'frames/00012.png'
 */
export function framePath(pattern: string, frame: number): string {
  return pattern.replace(PATTERN, (_, digits: string) => String(frame).padStart(Number(digits), '0'));
}
