import { FRAME_LIMIT } from '@odori/format/internal';
import type { Motion } from '../motion/motion.js';
import { NUMBERS_PER_BONE, type SolvedPoses } from './solved-poses.js';
import { isStraight } from './straight.js';
import type { BoneTolerance } from './tolerance.js';

/** Solved poses at whole frames, ascending. */
export interface SolvedFrames {
  readonly frames: readonly number[];
  /** Per frame: `NUMBERS_PER_BONE` for each solved bone. */
  readonly poses: readonly Float64Array[];
}

/** Nearly two hours with a pose at every frame; more would not fit in memory. */
export const MAX_POSES = 200_000;
/**
 * By default, every frame between keyframes at most this far apart is solved. Between others, their number
 * depends on the bends.
 */
const NEAR_FRAMES = 60;
/** Between distant keyframes, at least this many pieces are checked before they count as straight. */
const FIRST_PIECES = 16;
/**
 * The fraction of the tolerance within which a stretch counts as straight, so that no pose is solved for it.
 */
const STRAIGHT_FRACTION = 1 / 8;

/** Options of {@link solveFrames}. */
interface SolveFramesOptions {
  /** Between keyframes at most this far apart, every frame is solved. */
  readonly nearFrames?: number | undefined; // 60
  /** The frames to solve, in place of those that the motion needs. */
  readonly frames?: readonly number[] | undefined; // none
  /** Poses of an earlier result, whose memory may be used again. */
  readonly spare?: Float64Array[]; // none
}

/**
 * Solves a motion at every frame that may need a baked keyframe. Between keyframes at most `nearFrames`
 * apart, these are all whole frames.
 *
 * @throws RangeError if the last keyframe is beyond MMD's last frame, or if there are too many frames to
 * solve.
 */
export function solveFrames(
  solved: SolvedPoses,
  motion: Motion,
  tolerance: readonly BoneTolerance[],
  { nearFrames = NEAR_FRAMES, frames, spare = [] }: SolveFramesOptions = {},
): SolvedFrames {
  const { lastFrame } = motion;
  if (lastFrame > FRAME_LIMIT) {
    throw new RangeError(
      `the last keyframe is at frame ${lastFrame}; MMD allows frames up to ${FRAME_LIMIT}`,
    );
  }
  const solver = new FrameSolver(solved, tolerance, nearFrames, spare);
  if (frames) {
    for (const frame of frames) solver.add(frame);
    return solver;
  }
  const keys = keyFrames(motion);
  solver.add(keys[0]);
  for (let i = 1; i < keys.length; i++) {
    solver.fill(keys[i - 1], keys[i]);
    solver.add(keys[i]);
  }
  return solver;
}

/** The whole frames at and around all keyframes, from 0 to the last, ascending. */
function keyFrames(motion: Motion): number[] {
  const end = Math.ceil(motion.lastFrame);
  const tracks = [...motion.bones.values(), ...motion.morphs.values(), motion.property];
  const frames = new Set([0, end]);
  for (const track of tracks) {
    for (const frame of track?.frames ?? []) {
      for (const whole of [Math.floor(frame), Math.ceil(frame)]) {
        if (whole >= 0 && whole <= end) frames.add(whole);
      }
      // Switches step at a keyframe: the frame before it still has the old state.
      if (track === motion.property && frame >= 1 && frame <= end) frames.add(Math.ceil(frame) - 1);
    }
  }
  return [...frames].sort((a, b) => a - b);
}

class FrameSolver implements SolvedFrames {
  readonly frames: number[] = [];
  readonly poses: Float64Array[] = [];
  readonly #solved: SolvedPoses;
  readonly #tolerance: readonly BoneTolerance[];
  readonly #nearFrames: number;
  readonly #spare: Float64Array[];

  constructor(
    solved: SolvedPoses,
    tolerance: readonly BoneTolerance[],
    nearFrames: number,
    spare: Float64Array[],
  ) {
    this.#solved = solved;
    this.#spare = spare;
    this.#nearFrames = nearFrames;
    this.#tolerance = tolerance.map(({ position, angle }) => ({
      position: position * STRAIGHT_FRACTION,
      angle: angle * STRAIGHT_FRACTION,
    }));
  }

  add(frame: number): void {
    this.#push(frame, this.#solve(frame));
  }

  /** Adds the frames strictly between `start`, which was added last, and `end`. */
  fill(start: number, end: number): void {
    if (end - start <= this.#nearFrames) {
      for (let frame = start + 1; frame < end; frame++) this.add(frame);
      return;
    }
    let last = start;
    for (let piece = 1; piece <= FIRST_PIECES; piece++) {
      const next = Math.round(start + ((end - start) * piece) / FIRST_PIECES);
      const pose = this.#solve(next);
      this.#halve(last, this.poses.at(-1)!, next, pose);
      if (piece < FIRST_PIECES) this.#push(next, pose);
      last = next;
    }
  }

  #halve(start: number, a: Float64Array, end: number, b: Float64Array): void {
    if (end - start < 2 || this.#isStraight(start, a, end, b)) return;
    const middle = Math.floor((start + end) / 2);
    const pose = this.#solve(middle);
    this.#halve(start, a, middle, pose);
    this.#push(middle, pose);
    this.#halve(middle, pose, end, b);
  }

  /** Checks three frames between `start` and `end`. */
  #isStraight(start: number, a: Float64Array, end: number, b: Float64Array): boolean {
    return [1, 2, 3].every((quarter) => {
      const frame = Math.round(start + ((end - start) * quarter) / 4);
      const pose = this.#solve(frame);
      const t = (frame - start) / (end - start);
      return this.#tolerance.every(({ position, angle }, bone) => {
        const i = NUMBERS_PER_BONE * bone;
        return (
          isStraight('vector', a, b, t, pose, i, position) &&
          isStraight('quaternion', a, b, t, pose, i + 3, angle)
        );
      });
    });
  }

  #solve(frame: number): Float64Array {
    const pose = this.#spare.pop() ?? new Float64Array(NUMBERS_PER_BONE * this.#solved.bones.length);
    this.#solved.sample(frame, pose);
    return pose;
  }

  #push(frame: number, pose: Float64Array): void {
    if (this.frames.length >= MAX_POSES) throw tooManyPoses();
    this.frames.push(frame);
    this.poses.push(pose);
  }
}

export function tooManyPoses(): RangeError {
  return new RangeError(
    `the motion needs more than ${MAX_POSES} poses: bake a part of it, or allow a larger tolerance`,
  );
}
