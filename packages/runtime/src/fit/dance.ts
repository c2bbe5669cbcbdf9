import { FRAMES_PER_SECOND } from '../motion/frames.js';
import type { Motion } from '../motion/motion.js';
import type { Rig } from '../rig/rig.js';
import { type Accent, findAccents } from './find-accents.js';
import { pulseOfAccents } from './pulse.js';
import { gentleBeats, TimeMap } from './time-map.js';
import { POINTS, STRIDE, type WatchedMotion, watchMotion } from './watch-motion.js';

/** A motion whose beats are known. */
export interface Dance {
  readonly motion: Motion;
  readonly watched: WatchedMotion;
  readonly accents: readonly Accent[];
  /** The number of a beat, from 0 → the frame. */
  readonly beats: TimeMap;
  /** Are the beats its own? */
  readonly hasBeat: boolean;
  /** How many beats it has; the last one may be a part of one. */
  readonly beatCount: number;
}

/**
 * Watches a dance and finds its beats. One without a beat gets beats of `otherwise` frames from its beginning
 * on. Rejects with the reason of `signal`.
 */
export async function watchDance(
  motion: Motion,
  otherwise: number,
  rig?: Rig,
  signal?: AbortSignal,
): Promise<Dance> {
  const watched = await watchMotion(motion, rig, signal);
  const accents = findAccents(watched);
  const { beats: found } = await pulseOfAccents(accents, watched.count, signal);
  const hasBeat = found.length > 1;
  const times = hasBeat
    ? gentleBeats(found.map((beat) => beat * FRAMES_PER_SECOND))
    : Float64Array.of(0, otherwise);
  const beats = TimeMap.ofBeats(times);
  const beatCount = Math.max(beats.xAt(motion.lastFrame), 0);
  return { motion, watched, accents, beats, hasBeat, beatCount };
}

/** The mirror image: her left is at +x. */
export function mirrorDance<D extends Pick<Dance, 'motion' | 'watched'>>(dance: D): D {
  const { count, places } = dance.watched;
  const opposite = POINTS.map((name) => {
    const other = name.startsWith('left') ? name.replace('left', 'right') : name.replace('right', 'left');
    return POINTS.indexOf(other as (typeof POINTS)[number]);
  });
  const mirrored = places.map((_, i) => {
    const [point, axis] = [Math.floor((i % STRIDE) / 3), i % 3];
    const value = places[i - (i % STRIDE) + 3 * opposite[point] + axis];
    return axis === 0 ? -value : value;
  });
  return { ...dance, motion: dance.motion.mirror(), watched: { count, places: mirrored } };
}

/** Writes where the points of the body are at a frame, between frames along a straight line. */
export function placesAt({ count, places }: WatchedMotion, frame: number, out: Float64Array): Float64Array {
  const before = Math.min(Math.max(Math.floor(frame), 0), count - 1);
  const after = Math.min(before + 1, count - 1);
  const part = Math.min(Math.max(frame - before, 0), 1);
  for (let i = 0; i < STRIDE; i++)
    out[i] = places[STRIDE * before + i] * (1 - part) + places[STRIDE * after + i] * part;
  return out;
}
