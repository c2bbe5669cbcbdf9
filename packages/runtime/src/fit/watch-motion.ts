import { findJoints } from '../joints/find-joints.js';
import { PoseSampler } from '../joints/pose-sampler.js';
import { FRAMES_PER_SECOND } from '../motion/frames.js';
import type { Motion } from '../motion/motion.js';
import type { Rig } from '../rig/rig.js';
import { TaskQueue } from '../task-queue.js';
import { createStandardBody } from './standard-body.js';

/** The points of a body that dance, by the names of SMPL. */
export const POINTS = ['left_ankle', 'right_ankle', 'left_wrist', 'right_wrist', 'head', 'pelvis'] as const;
export const ANKLES = 2;
/** Numbers of a frame: x y z of each point. */
export const STRIDE: number = 3 * POINTS.length;

/** Where the points of a body are in each frame of a motion, in three's space and MMD units. */
export interface WatchedMotion {
  /** Frames, from 0 to the last one; 1 for a pose, and without bones. */
  readonly count: number;
  /** `STRIDE * count`. */
  readonly places: Float32Array;
}

/** What comes later in a motion is not watched: a stray keyframe can be years after the others. */
const MAX_FRAMES = 10 * 60 * FRAMES_PER_SECOND;
const FRAMES_PER_STEP = 16;
/** Numbers beyond it are those of a broken file. */
const FAR = 1e6;

/**
 * Watches a motion on a rig; without one, on a body of usual measures. In small portions between which the
 * page can draw. O(frames · bones). Rejects with the reason of `signal`.
 */
export async function watchMotion(
  motion: Motion,
  rig: Rig = createStandardBody(),
  signal?: AbortSignal,
): Promise<WatchedMotion> {
  const lastFrame = motion.bones.size > 0 ? motion.lastFrame : 0; // a camera's motion holds her still
  const count = Math.floor(Math.min(lastFrame, MAX_FRAMES)) + 1;
  const joints = findJoints(rig.definition, 'smpl24');
  const bones = POINTS.map((name) => joints.find((joint) => joint.name === name)!.bone);
  const sampler = new PoseSampler(motion, rig);
  const places = new Float32Array(STRIDE * count);
  const watch = (from: number): void => {
    for (let frame = from; frame < Math.min(from + FRAMES_PER_STEP, count); frame++) {
      sampler.solve(frame);
      for (let i = 0; i < STRIDE; i++) {
        const place = rig.worldPositions[3 * bones[Math.floor(i / 3)] + (i % 3)];
        places[STRIDE * frame + i] = Math.abs(place) < FAR ? place : 0;
      }
    }
  };
  const tasks = new TaskQueue();
  for (let from = 0; from < count; from += FRAMES_PER_STEP) await tasks.run(() => watch(from), signal);
  return { count, places };
}

/** How fast a point moves in each frame, in units a frame, smoothed over three frames. */
export function speedsOf({ count, places }: WatchedMotion, point: number): Float64Array {
  const steps = Float64Array.from({ length: count }, (_, frame) => {
    const [a, b] = [Math.max(frame - 1, 0), Math.min(frame + 1, count - 1)];
    let square = 0;
    for (let i = 3 * point; i < 3 * point + 3; i++)
      square += (places[STRIDE * b + i] - places[STRIDE * a + i]) ** 2;
    return Math.sqrt(square) / Math.max(b - a, 1);
  });
  return steps.map((step, i) => (2 * step + (steps[i - 1] ?? step) + (steps[i + 1] ?? step)) / 4);
}
