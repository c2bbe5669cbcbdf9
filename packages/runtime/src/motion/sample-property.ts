import { findKey, type KeyCursor } from './key-cursor.js';
import type { Writable } from './sample-bone.js';
import type { PropertyTrack } from './tracks.js';

/**
 * Samples visibility and IK switches at a frame: visible, then one number for each of `track.ikNames`, 1 or 0.
 *
 * They step at each key; before the first one the model is shown and every IK is on, as in MMD. Returns `out`.
 * Allocates nothing.
 *
 * @example
 * sampleProperty(motion.property!, 60, out); // → [1, 1, 0] for ikNames ['左足ＩＫ', '右足ＩＫ']
 */
export function sampleProperty<O extends Writable>(
  track: PropertyTrack,
  frame: number,
  out: O,
  cursor?: KeyCursor,
): O {
  const key = findKey(track.frames, frame, cursor);
  const switches = track.ikNames.length;
  out[0] = key < 0 ? 1 : track.visible[key];
  for (let ik = 0; ik < switches; ik++) out[1 + ik] = key < 0 ? 1 : track.ikEnabled[switches * key + ik];
  return out;
}
