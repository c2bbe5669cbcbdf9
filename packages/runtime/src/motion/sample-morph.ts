import { findKey, type KeyCursor, segmentFraction } from './key-cursor.js';
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
  const t = segmentFraction(frames, key, frame);
  return t > 0 ? weights[key] + (weights[key + 1] - weights[key]) * t : weights[key];
}
