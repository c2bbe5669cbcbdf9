import { LINEAR_CURVE } from '@odori/format';
import { invert, multiply, slerp, slerpWeight } from '../rotation.js';
import { FRAMES_PER_SECOND } from './frames.js';
import { KeyCursor } from './key-cursor.js';
import { joinKeys, pickKeys } from './keys.js';
import type { BonePart } from './parts.js';
import { sampleBone, sampleBonePhysics } from './sample-bone.js';
import { sampleMorph } from './sample.js';
import type { BoneTrack, MorphTrack } from './tracks.js';

/*
 * A loop jumps where its last pose is not its first. In a seam before the end, each track moves by a growing
 * part of the difference, so that it arrives at its first value. That is added to what the track does by
 * itself: a sway goes on swaying. Weights of morphs move towards their first one instead, and stay between 0
 * and 1.
 */

/** Smaller differences are rounding errors: units, radians, weights. */
const MIN_DIFFERENCE = 1e-4;
/** Smaller differences may be closed faster than the motion moves: nobody sees them. */
const MIN_NOTICEABLE = 0.01;
const MIN_SEAM_FRAMES = 0.3 * FRAMES_PER_SECOND;
const MAX_SEAM_FRAMES = 1.5 * FRAMES_PER_SECOND;
/** So much before the end is looked at, and in a longer part of a curve so many frames become keyframes. */
const MAX_FRAMES = 120 * FRAMES_PER_SECOND;
/** How many times as far as anywhere else a track may move from one frame to the next within a seam. */
const MAX_STEP_RATIO = 1.5;

type Track = BoneTrack | MorphTrack;

/**
 * The frames of the shortest seam, of 9 to 45, in which no track moves much faster than it does elsewhere; 0
 * if the last pose is the first one. O(frames of the tracks that differ).
 */
export function seamOf(tracks: readonly Track[], lastFrame: number): number {
  let frames = 0;
  for (const track of tracks) {
    const difference = stepOf(track, lastFrame, 0);
    if (Math.max(...difference) < MIN_DIFFERENCE) continue;
    frames = Math.max(frames, MIN_SEAM_FRAMES);
    if (Math.max(...difference) < MIN_NOTICEABLE) continue;
    const steps = stepsOf(track, lastFrame);
    while (frames < MAX_SEAM_FRAMES && !isGentle(steps, difference, frames)) frames++;
  }
  return Math.min(frames, lastFrame);
}

/** Units and radians, or the weight, between two frames. */
function stepOf(track: Track, from: number, to: number, cursor?: KeyCursor): readonly [number, number] {
  if ('weights' in track)
    return [Math.abs(sampleMorph(track, to, cursor) - sampleMorph(track, from, cursor)), 0];
  sampleBone(track, from, a.position, a.rotation, cursor);
  sampleBone(track, to, b.position, b.rotation, cursor);
  const [x, y, z] = b.position.map((value, axis) => value - a.position[axis]);
  const dot = b.rotation.reduce((sum, value, i) => sum + value * a.rotation[i], 0);
  return [Math.hypot(x, y, z), 2 * Math.acos(Math.min(Math.abs(dot), 1))];
}

const a = /* @__PURE__ */ createPose();
const b = /* @__PURE__ */ createPose();

function createPose(): { position: Float64Array; rotation: Float64Array } {
  return { position: new Float64Array(3), rotation: new Float64Array(4) };
}

type Step = readonly [number, number];

/** The last steps from frame to frame, the very last one first. */
function stepsOf(track: Track, lastFrame: number): Step[] {
  const cursor = new KeyCursor();
  return Array.from({ length: Math.floor(Math.min(lastFrame, MAX_FRAMES)) }, (_, i) =>
    stepOf(track, lastFrame - i - 1, lastFrame - i, cursor),
  );
}

/** Whether a seam adds at most as much to each step as the largest step allows. */
function isGentle(steps: readonly Step[], difference: Step, frames: number): boolean {
  return difference.every((whole, kind) => {
    const most = MAX_STEP_RATIO * steps.reduce((max, step) => Math.max(max, step[kind]), 0);
    return steps
      .slice(0, frames)
      .every((step, i) => step[kind] + whole * (weightAt(i, frames) - weightAt(i + 1, frames)) <= most);
  });
}

/** The part of the difference that is closed some frames before the end. */
function weightAt(framesBefore: number, seam: number): number {
  const x = 1 - framesBefore / seam;
  return x * x * (3 - 2 * x);
}

/** A bone's keyframes with a seam before `lastFrame`. `track` is made of `part`. */
export function closeBone(part: BonePart, track: BoneTrack, lastFrame: number, seam: number): BonePart {
  if (Math.max(...stepOf(track, lastFrame, 0)) < MIN_DIFFERENCE) return part;
  const first = createPose();
  const end = createPose();
  sampleBone(track, 0, first.position, first.rotation);
  sampleBone(track, lastFrame, end.position, end.rotation);
  const turn = new Float64Array(4);
  invert(end.rotation, 0, turn, 0);
  multiply(first.rotation, 0, turn, 0, turn, 0);
  return withSeam(part, lastFrame, seam, (frame, weight) => {
    const at = createPose();
    sampleBone(track, frame, at.position, at.rotation);
    slerpWeight[0] = weight;
    const added = new Float64Array(4);
    slerp(REST, 0, turn, 0, added, 0);
    multiply(added, 0, at.rotation, 0, at.rotation, 0);
    return {
      name: track.name,
      frames: Float64Array.of(frame),
      positions: Float32Array.from(
        at.position,
        (value, axis) => value + weight * (first.position[axis] - end.position[axis]),
      ),
      rotations: Float32Array.from(at.rotation),
      curves: Uint8Array.from({ length: 16 }, (_, i) => LINEAR_CURVE[i % 4]),
      physics: Uint8Array.of(sampleBonePhysics(track, frame)),
    };
  });
}

const REST = /* @__PURE__ */ Float64Array.of(0, 0, 0, 1);

/** A morph's keyframes with a seam before `lastFrame`. */
export function closeMorph(track: MorphTrack, lastFrame: number, seam: number): MorphTrack {
  const first = sampleMorph(track, 0);
  if (Math.abs(first - sampleMorph(track, lastFrame)) < MIN_DIFFERENCE) return track;
  return withSeam(track, lastFrame, seam, (frame, weight) => ({
    name: track.name,
    frames: Float64Array.of(frame),
    weights: Float32Array.of(sampleMorph(track, frame) * (1 - weight) + first * weight),
  }));
}

/**
 * The keyframes up to the last one before the seam, and from there on one for each frame: a part of a curve
 * is no curve of this kind. Files say how long that part is, so there are not more than `MAX_FRAMES` of them
 * before the seam.
 */
function withSeam<T extends BonePart | MorphTrack>(
  track: T,
  lastFrame: number,
  seam: number,
  keyAt: (frame: number, weight: number) => T,
): T {
  const { frames } = track;
  const start = lastFrame - seam;
  const kept = frames.filter((frame) => frame <= start);
  const from = kept.at(-1) ?? start - 1; // nothing is before its first keyframe
  const spacing = Math.max(Math.ceil((start - from) / MAX_FRAMES), 1);
  const baked: T[] = [];
  let before = Math.ceil(lastFrame - from) - 1;
  while (before >= 0) {
    const weight = before < seam ? weightAt(before, seam) : 0;
    baked.push(keyAt(lastFrame - before, weight));
    before = before > seam ? Math.max(before - spacing, Math.floor(seam)) : before - 1;
  }
  return joinKeys([pickKeys(track, [...kept.keys()]), ...baked]);
}
