import { LINEAR_CURVE } from '@odori/format';
import { curvePart } from '../motion/curve-weight.js';
import { clampFrame } from '../motion/frames.js';
import { findKey } from '../motion/key-cursor.js';
import type { Keys } from '../motion/keys.js';
import type { Motion } from '../motion/motion.js';
import type { TrackName } from '../motion/names.js';
import type { BonePart } from '../motion/parts.js';
import { sampleBone, sampleBonePhysics } from '../motion/sample-bone.js';
import { sampleMorph } from '../motion/sample.js';
import type { BoneTrack, MorphTrack } from '../motion/tracks.js';
import type { TimeMap } from './time-map.js';
import type { WatchedMotion } from './watch-motion.js';

/*
 * A piece of a fitted dance plays a part of a motion by a map of times, whose points change the speed.
 * Between two points a segment only becomes longer or shorter, so its curve stays; at a point within it, it
 * is divided, and each half gets its part of the curve.
 */

/** A part of a motion, in the time of a song. */
export interface Piece {
  readonly motion: Motion;
  readonly watched: WatchedMotion;
  /** Frames of the song → frames of the motion. */
  readonly map: TimeMap;
  /** Whole frames of the song: where it begins, and where the next one does. */
  readonly from: number;
  readonly to: number;
}

/** The frames of the song between which a track of a piece gets keyframes. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Whether something comes before or after: it then needs keyframes exactly there. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * The frame of a motion at a frame of the song. A slice has keyframes beyond its ends, which must not be
 * seen.
 */
export function danceFrame({ motion, map }: Piece, frame: number): number {
  return clampFrame(map.yAt(frame), motion.lastFrame);
}

/** Moments that are nearer are one: rounding. */
const SAME = 1e-6;

/** A keyframe to be written. */
export interface Moment {
  /** Of the song. */
  readonly frame: number;
  /** Of the motion. */
  readonly at: number;
}

/**
 * The moments at which a track needs keyframes. `moves`: whether it moves between a keyframe and the next.
 * `isWhole`: at the whole frames next to them, because a file has no others; rounded later, short movements
 * would become much faster or slower.
 */
export function momentsOf(
  { frames }: Keys,
  piece: Piece,
  { from, to, isFirst, isLast }: Span,
  moves: (key: number) => boolean,
  isWhole: boolean,
): Moment[] {
  const { map } = piece;
  const [begin, end] = [danceFrame(piece, from), danceFrame(piece, to)];
  const first = findKey(frames, begin) + 1;
  const last = findKey(frames, end);
  const moments: Moment[] = [];
  const add = (at: number): void => {
    const frame = map.xAt(at);
    const whole = Math.round(frame);
    moments.push(isWhole ? { frame: whole, at: danceFrame(piece, whole) } : { frame, at });
  };
  const addPoints = (key: number): void => {
    if (key < 0 || key + 1 >= frames.length || !moves(key)) return;
    const [after, before] = [Math.max(frames[key], begin), Math.min(frames[key + 1], end)];
    for (let i = findKey(map.ys, after) + 1; map.ys[i] < before; i++) if (map.ys[i] > after) add(map.ys[i]);
  };
  if (!isFirst || first > 0) moments.push({ frame: from, at: begin });
  if (map.yAt(from) < begin && first > 0) add(begin); // she waits for the beginning of the motion
  addPoints(first - 1);
  for (let key = first; key <= last; key++) {
    add(frames[key]);
    addPoints(key);
  }
  if (map.yAt(to) > end && last + 1 < frames.length) add(end);
  if (!isLast || last + 1 < frames.length) moments.push({ frame: to, at: end });
  return moments.filter(({ frame }, i) => i === 0 || frame > moments[i - 1].frame + SAME);
}

/** The keyframes of a bone in a piece. Without a track it rests. */
export function stretchBone(
  name: TrackName,
  track: BoneTrack | undefined,
  piece: Piece,
  span: Span,
): BonePart {
  if (!track) return restBetween(name, span);
  const { positions, rotations } = track;
  const moves = (key: number): boolean => differs(positions, 3 * key, 3) || differs(rotations, 4 * key, 4);
  const moments = momentsOf(track, piece, span, moves, true);
  const part = emptyBone(name, moments.length);
  moments.forEach(({ frame, at }, i) => {
    part.frames[i] = frame;
    sampleBone(track, at, part.positions.subarray(3 * i), part.rotations.subarray(4 * i));
    part.physics[i] = sampleBonePhysics(track, at);
    writeCurves(track, 16, moments, i, part.curves);
  });
  return part;
}

/** Keyframes without values, connected by straight lines. */
export function emptyBone(name: TrackName, count: number): BonePart {
  return {
    name,
    frames: new Float64Array(count),
    positions: new Float32Array(3 * count),
    rotations: new Float32Array(4 * count),
    curves: new Uint8Array(16 * count).map((_, i) => LINEAR_CURVE[i % 4]),
    physics: new Uint8Array(count).fill(1),
  };
}

function restBetween(name: TrackName, { from, to }: Span): BonePart {
  const part = emptyBone(name, to > from ? 2 : 1);
  part.frames.set(to > from ? [from, to] : [from]);
  for (let i = 3; i < part.rotations.length; i += 4) part.rotations[i] = 1;
  return part;
}

/** The keyframes of a morph in a piece. Without a track its weight is 0. */
export function stretchMorph(
  name: TrackName,
  track: MorphTrack | undefined,
  piece: Piece,
  span: Span,
): MorphTrack {
  if (!track) return { name, frames: Float64Array.of(span.from, span.to), weights: new Float32Array(2) };
  const { weights } = track;
  const moments = momentsOf(track, piece, span, (key) => weights[key] !== weights[key + 1], true);
  return {
    name,
    frames: Float64Array.from(moments, ({ frame }) => frame),
    weights: Float32Array.from(moments, ({ at }) => sampleMorph(track, at)),
  };
}

function differs(column: Float32Array, i: number, perKey: number): boolean {
  for (let j = i; j < i + perKey; j++) if (column[j] !== column[j + perKey]) return true;
  return false;
}

/**
 * Writes the curves to a moment: the parts of the segment's own that lie between it and the moment before.
 */
export function writeCurves(
  { frames, curves }: Pick<BoneTrack, 'frames' | 'curves'>,
  perKey: number,
  moments: readonly Moment[],
  i: number,
  out: Uint8Array,
): void {
  if (i === 0) return;
  const [from, to] = [moments[i - 1].at, moments[i].at];
  const key = findKey(frames, (from + to) / 2) + 1; // the keyframe at the end of the segment
  if (key <= 0 || key >= frames.length || !(to > from)) return;
  const start = frames[key - 1];
  const length = frames[key] - start;
  for (let channel = 0; channel < perKey; channel += 4) {
    const [x1, y1, x2, y2] = curves.subarray(perKey * key + channel, perKey * key + channel + 4);
    const part = curvePart([x1, y1, x2, y2], (from - start) / length, (to - start) / length);
    out.set(part, perKey * i + channel);
  }
}
