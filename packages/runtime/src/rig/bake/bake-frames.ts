import { FRAME_LIMIT } from '@odori/format';
import type { Motion } from '../../motion/motion.js';
import { isStraight } from './straight.js';
import type { Tolerance } from './share-tolerance.js';
import { NUMBERS_PER_BONE, type SolvedPoses } from './solved-poses.js';

/** Solved poses at whole frames, ascending. */
export interface Samples {
  /** The bones that were solved. */
  readonly bones: readonly number[];
  readonly frames: readonly number[];
  /** Per frame: 7 numbers a bone. */
  readonly poses: readonly Float64Array[];
}

/** Nearly two hours with a pose at every frame; more would not fit in memory. */
const MOST_POSES = 200_000;
/** Between keys that are as near, every frame is solved; between others, as many as there are bends. */
const NEAR_FRAMES = 60;
/** What is far apart is looked at so often before it may count as straight. */
const FIRST_PIECES = 16;
/** The share of the tolerance within which a stretch counts as straight, so that no pose is solved for it. */
const STRAIGHT_SHARE = 1 / 8;

/**
 * Solves a motion wherever its baked keys may have to stand.
 *
 * @throws RangeError if that is beyond MMD's last frame, or too often.
 */
export function bakeFrames(poses: SolvedPoses, motion: Motion, tolerance: readonly Tolerance[]): Samples {
  const { lastFrame } = motion;
  if (lastFrame > FRAME_LIMIT) {
    throw new RangeError(`the last key is at frame ${lastFrame}, beyond ${FRAME_LIMIT}, where MMD ends`);
  }
  const walk = new FrameWalk(poses, tolerance);
  const keys = keyFrames(motion);
  walk.add(keys[0]);
  for (let i = 1; i < keys.length; i++) {
    walk.fill(keys[i - 1], keys[i]);
    walk.add(keys[i]);
  }
  return { bones: poses.bones, frames: walk.frames, poses: walk.poses };
}

/** The whole frames at and around which anything has a key, from 0 to the last, ascending. */
function keyFrames(motion: Motion): number[] {
  const end = Math.ceil(motion.lastFrame);
  const tracks = [...motion.bones.values(), ...motion.morphs.values(), motion.property];
  const frames = new Set([0, end]);
  for (const track of tracks) {
    for (const frame of track?.frames ?? []) {
      for (const whole of [Math.floor(frame), Math.ceil(frame)]) {
        if (whole >= 0 && whole <= end) frames.add(whole);
      }
      // Switches step there: the frame before still has the old state.
      if (track === motion.property && frame >= 1 && frame <= end) frames.add(Math.ceil(frame) - 1);
    }
  }
  return [...frames].sort((a, b) => a - b);
}

class FrameWalk {
  readonly frames: number[] = [];
  readonly poses: Float64Array[] = [];
  readonly #solved: SolvedPoses;
  readonly #tolerance: readonly Tolerance[];

  constructor(solved: SolvedPoses, tolerance: readonly Tolerance[]) {
    this.#solved = solved;
    this.#tolerance = tolerance.map(({ position, angle }) => ({
      position: position * STRAIGHT_SHARE,
      angle: angle * STRAIGHT_SHARE,
    }));
  }

  add(frame: number): void {
    this.#push(frame, this.#solve(frame));
  }

  /** Adds what lies strictly between two frames, the first of which was the last that was added. */
  fill(start: number, end: number): void {
    if (end - start <= NEAR_FRAMES) {
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

  /** At three frames between. */
  #isStraight(start: number, a: Float64Array, end: number, b: Float64Array): boolean {
    return [1, 2, 3].every((quarter) => {
      const frame = Math.round(start + ((end - start) * quarter) / 4);
      const pose = this.#solve(frame);
      const t = (frame - start) / (end - start);
      return this.#tolerance.every((allowed, i) => isStraight(a, b, t, pose, NUMBERS_PER_BONE * i, allowed));
    });
  }

  #solve(frame: number): Float64Array {
    const pose = new Float64Array(NUMBERS_PER_BONE * this.#solved.bones.length);
    this.#solved.sample(frame, pose);
    return pose;
  }

  #push(frame: number, pose: Float64Array): void {
    if (this.frames.length >= MOST_POSES) {
      throw new RangeError(
        `it takes more than ${MOST_POSES} poses: bake a part of it, or allow it to be further off`,
      );
    }
    this.frames.push(frame);
    this.poses.push(pose);
  }
}
