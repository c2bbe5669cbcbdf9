import { ease } from '../ease.js';
import type { TrackName } from '../motion/names.js';
import type { BonePart } from '../motion/parts.js';
import { sampleBone, sampleBonePhysics } from '../motion/sample-bone.js';
import { sampleMorph } from '../motion/sample.js';
import type { BoneTrack, MorphTrack } from '../motion/tracks.js';
import { slerp, slerpWeight } from '../rotation.js';
import { placesAt } from './dance.js';
import { danceFrame, emptyBone, type Piece } from './stretch-tracks.js';
import { ANKLES, POINTS, speedsOf, STRIDE } from './watch-motion.js';

/*
 * In a seam, a piece goes over into the next one: each bone moves from where it is in one to where it is in
 * the other. Feet would slide. So a foot that stands elsewhere in the next piece makes a step: it lifts, and
 * is put down at its new place, one foot after the other.
 */

/** A foot in a seam. */
interface FootStep {
  /** Frames of the song. */
  readonly from: number;
  readonly to: number;
  /** Units. */
  readonly height: number;
}

/** Where two pieces meet. */
export interface Seam {
  /** Whole frames of the song. */
  readonly from: number;
  readonly to: number;
  /** The left and the right one. */
  readonly steps: readonly FootStep[];
}

const MIN_FRAMES = 12;
const MAX_FRAMES = 45;
/** The steepest slope of an ease, times its length. */
const STEEPEST = 1.5;
/** A foot that moves less far, in units, does not lift. */
const NEAR = 0.1;
const LIFT = 0.4;
const LIFT_PER_UNIT = 0.2;
const MAX_LIFT = 1.6;

/** The seam around the frame at which a piece ends and the next one begins. O(frames of the motions). */
export function planSeam(a: Piece, b: Piece): Seam {
  const center = a.to;
  const before = placesAt(a.watched, danceFrame(a, center), new Float64Array(STRIDE));
  const after = placesAt(b.watched, danceFrame(b, center), new Float64Array(STRIDE));
  const ways = POINTS.map((_, point) => distance(before, after, point));
  const needed = ways.map(
    (way, point) => (STEEPEST * way * (point < ANKLES ? 2 : 1)) / topSpeed(a, b, point),
  );
  const most = Math.min(MAX_FRAMES, center - a.from, b.to - center);
  const half = Math.floor(Math.min(Math.max(MIN_FRAMES, ...needed), most) / 2);
  const [from, to] = [center - half, center + half];
  // towards her left, at +x, the left foot goes first: legs do not cross
  const isLeftFirst = after[0] + after[3] > before[0] + before[3];
  const steps = [isLeftFirst, !isLeftFirst].map((isFirst, foot): FootStep => {
    const height = ways[foot] < NEAR ? 0 : Math.min(LIFT + LIFT_PER_UNIT * ways[foot], MAX_LIFT);
    return isFirst ? { from, to: center, height } : { from: center, to, height };
  });
  return { from, to, steps };
}

function distance(a: Float64Array, b: Float64Array, point: number): number {
  const i = 3 * point;
  return Math.hypot(b[i] - a[i], b[i + 1] - a[i + 1], b[i + 2] - a[i + 2]);
}

/** Units a frame that a point reaches in both motions. */
function topSpeed(a: Piece, b: Piece, point: number): number {
  const top = (piece: Piece): number =>
    speedsOf(piece.watched, point).reduce((most, speed) => Math.max(most, speed), 0);
  return Math.max(Math.min(top(a), top(b)), 1e-3);
}

const FOOT = /^([左右])(?:足|つま先)IK親?$/;

/** The step of the foot that a bone carries; undefined for other bones. */
function stepOf({ steps }: Seam, name: TrackName): FootStep | undefined {
  const side = FOOT.exec(name.text.normalize('NFKC'))?.[1];
  return side === undefined ? undefined : steps[side === '左' ? 0 : 1];
}

const isFoot = (name: TrackName): boolean => /^[左右]足IK$/.test(name.text.normalize('NFKC'));

/** The keyframes of a bone inside a seam, one for each frame. Without a track it rests. */
export function seamBone(
  name: TrackName,
  [a, b]: readonly [BoneTrack | undefined, BoneTrack | undefined],
  [before, after]: readonly [Piece, Piece],
  seam: Seam,
): BonePart {
  const step = stepOf(seam, name);
  const { from, to } = step ?? seam;
  const part = emptyBone(name, seam.to - seam.from - 1);
  const [poseA, poseB] = [createPose(), createPose()];
  for (let i = 0; i < part.frames.length; i++) {
    const frame = seam.from + 1 + i;
    const weight = ease(frame - from, to - from);
    sampleOr(a, danceFrame(before, frame), poseA);
    sampleOr(b, danceFrame(after, frame), poseB);
    part.frames[i] = frame;
    slerpWeight[0] = weight;
    slerp(poseA.rotation, 0, poseB.rotation, 0, poseA.rotation, 0);
    part.rotations.set(poseA.rotation, 4 * i);
    for (let axis = 0; axis < 3; axis++)
      part.positions[3 * i + axis] = poseA.position[axis] * (1 - weight) + poseB.position[axis] * weight;
    if (step && isFoot(name)) part.positions[3 * i + 1] += liftAt(step, frame);
    const [track, piece] = weight < 0.5 ? [a, before] : [b, after];
    part.physics[i] = track ? sampleBonePhysics(track, danceFrame(piece, frame)) : 1;
  }
  return part;
}

/** Up and down along a parabola, which is steep while the foot has hardly moved. */
function liftAt({ from, to, height }: FootStep, frame: number): number {
  const part = (frame - from) / (to - from);
  return part > 0 && part < 1 ? 4 * part * (1 - part) * height : 0;
}

interface Pose {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

function createPose(): Pose {
  return { position: new Float64Array(3), rotation: Float64Array.of(0, 0, 0, 1) };
}

function sampleOr(track: BoneTrack | undefined, frame: number, { position, rotation }: Pose): void {
  if (track) sampleBone(track, frame, position, rotation);
  else {
    position.fill(0);
    rotation.set([0, 0, 0, 1]);
  }
}

/** The keyframes of a morph inside a seam. */
export function seamMorph(
  name: TrackName,
  [a, b]: readonly [MorphTrack | undefined, MorphTrack | undefined],
  [before, after]: readonly [Piece, Piece],
  { from, to }: Seam,
): MorphTrack {
  const frames = Float64Array.from({ length: to - from - 1 }, (_, i) => from + 1 + i);
  const weightOf = (track: MorphTrack | undefined, piece: Piece, frame: number): number =>
    track ? sampleMorph(track, danceFrame(piece, frame)) : 0;
  const weights = Float32Array.from(frames, (frame) => {
    const weight = ease(frame - from, to - from);
    return weightOf(a, before, frame) * (1 - weight) + weightOf(b, after, frame) * weight;
  });
  return { name, frames, weights };
}
