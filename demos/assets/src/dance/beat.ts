import { FRAMES_PER_BEAT, SONG_BEATS } from '../song/form.js';

/** The dance is as long as the song and loops. */
export const LOOP_BEATS: number = SONG_BEATS;
export const LOOP_FRAMES: number = LOOP_BEATS * FRAMES_PER_BEAT;

export function frameOfBeat(beat: number): number {
  return Math.round(beat * FRAMES_PER_BEAT);
}

/** 0 ≤ result < loop, for any frame or beat. */
export function around(value: number, loop: number): number {
  return ((value % loop) + loop) % loop;
}

export const DEGREE: number = Math.PI / 180;

/** 0 below `from`, 1 above `to`, smooth in between. */
export function ease(from: number, to: number, value: number): number {
  const share = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return share * share * (3 - 2 * share);
}

/** An angle in the range −π to π. */
export function wrapAngle(radians: number): number {
  return around(radians + Math.PI, 2 * Math.PI) - Math.PI;
}
