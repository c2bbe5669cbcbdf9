import { findKey } from './key-cursor.js';
import { pickKeys } from './keys.js';
import { mapParts } from './map-parts.js';
import type { MotionParts } from './parts.js';

/** The keys from the last one at or before `from` to the first one at or after `to`. */
export function sliceParts(parts: MotionParts, from: number, to: number): MotionParts {
  const keys = [...parts.properties].sort((a, b) => a.frame - b.frame);
  const before = keys.filter((key) => key.frame <= from);
  const inside = keys.filter((key) => key.frame > from && key.frame <= to);
  // What earlier keys switched and the last one does not name still holds.
  const state = before.slice(-1).map((last) => ({ ...last, ik: before.flatMap((key) => key.ik) }));
  return mapParts(
    parts,
    (track) => {
      const [first, end] = rangeAround(track.frames, from, to);
      return pickKeys(track, [...track.frames.keys()].slice(first, end));
    },
    [...state, ...inside],
  );
}

/** The first key and the one behind the last. */
function rangeAround(frames: Float64Array, from: number, to: number): [first: number, end: number] {
  const first = Math.max(findKey(frames, from), 0);
  const last = Math.max(findKey(frames, to), first);
  return [first, Math.min(frames[last] < to ? last + 2 : last + 1, frames.length)];
}
