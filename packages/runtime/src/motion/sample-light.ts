import { findKey, type KeyCursor, segmentFraction } from './key-cursor.js';
import type { Writable } from './sample-bone.js';
import type { LightTrack, SelfShadowTrack } from './tracks.js';

/**
 * Samples the light at a frame: r g b x y z into `out`, which it returns. Allocates nothing.
 *
 * Colour 0..1, gamma encoded as MMD has it; direction in three's space, where the light shines to, not normalized.
 * Straight lines between keys; keys one frame apart are a cut, as the camera's are.
 *
 * @example
 * sampleLight(motion.light!, 10, out); // → [0.7029, 0.5779, 0.5154, -0.25, -0.875, -0.625]
 */
export function sampleLight<O extends Writable>(
  track: LightTrack,
  frame: number,
  out: O,
  cursor?: KeyCursor,
): O {
  const { frames, colors, directions } = track;
  const key = Math.max(findKey(frames, frame, cursor), 0);
  const t = segmentFraction(frames, key, frame, track.cutFrames);
  const next = t > 0 ? key + 1 : key;
  for (let i = 0; i < 3; i++) {
    out[i] = colors[3 * key + i] + (colors[3 * next + i] - colors[3 * key + i]) * t;
    out[3 + i] = directions[3 * key + i] + (directions[3 * next + i] - directions[3 * key + i]) * t;
  }
  return out;
}

/**
 * Samples the self shadow at a frame: mode (0 off, 1, 2) and distance (the file's number) into `out`, which it returns.
 *
 * The mode steps, the distance runs straight. Allocates nothing.
 *
 * @example
 * sampleSelfShadow(motion.selfShadow!, 0, out); // → [1, 0.01125]
 */
export function sampleSelfShadow<O extends Writable>(
  track: SelfShadowTrack,
  frame: number,
  out: O,
  cursor?: KeyCursor,
): O {
  const { frames, modes, distances } = track;
  const key = Math.max(findKey(frames, frame, cursor), 0);
  const t = segmentFraction(frames, key, frame, track.cutFrames);
  out[0] = modes[key];
  out[1] = t > 0 ? distances[key] + (distances[key + 1] - distances[key]) * t : distances[key];
  return out;
}
