import { LINEAR_CURVE } from '../mmd-defaults.js';
import type { PmmKeys } from './pmm-keys.js';

/**
 * What all keys of a section have in common, none of them marked: give the frames of each track, from 0, ascending.
 *
 * @example
 * pmmTracks([[0, 30], [0]]); // → { count: 3, starts: [0, 2, 3], frames: [0, 30, 0], selected: [0, 0, 0] }
 */
export function pmmTracks(framesByTrack: readonly ArrayLike<number>[]): PmmKeys {
  const frames = framesByTrack.flatMap((track) => Array.from(track));
  const starts = [0];
  for (const { length } of framesByTrack) starts.push(starts.at(-1)! + length);
  return {
    count: frames.length,
    starts: Uint32Array.from(starts),
    frames: Uint32Array.from(frames),
    selected: new Uint8Array(frames.length),
  };
}

/** Straight lines, 4 control values a channel. */
export function straightCurves(channels: number): Uint8Array {
  return Uint8Array.from({ length: 4 * channels }, (_, i) => LINEAR_CURVE[i % 4]);
}
