import { findKey, type KeyCursor } from './key-cursor.js';
import type { MorphTrack } from './tracks.js';

/**
 * The weight of a morph at a frame: straight lines between keys, the first and the last hold outside.
 *
 * Not clamped to 0..1, as MMD does not. Allocates nothing; O(1) with a cursor while time flows, else O(log keys).
 *
 * @example
 * sampleMorph(motion.morphs.get('あ')!, 4.5); // → 0.45, between 0 at frame 0 and 1 at frame 10
 */
export function sampleMorph(track: MorphTrack, frame: number, cursor?: KeyCursor): number {
  const { frames, weights } = track;
  const key = Math.max(findKey(frames, frame, cursor), 0);
  const next = key + 1;
  if (next >= frames.length || !(frame > frames[key])) return weights[key];
  const t = (frame - frames[key]) / (frames[next] - frames[key]);
  return weights[key] + (weights[next] - weights[key]) * t;
}
