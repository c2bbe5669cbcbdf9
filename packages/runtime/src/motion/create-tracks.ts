import { wordsOf } from '@odori/format/internal';
import { identityOf, keysOf, type TrackName } from './names.js';
import type { BonePart, PropertyKey } from './parts.js';
import type { BoneTrack, PropertyTrack } from './tracks.js';

/**
 * The track of a bone. Its segments are classified when they are first sampled, see segments.ts.
 *
 * `part` has its keyframes in order and its rotations normalized. The track takes over its arrays. O(keys).
 */
export function createBoneTrack(part: BonePart): BoneTrack {
  const { length } = part.frames;
  chooseNearerSigns(part.rotations);
  return {
    ...part,
    segments: new Uint8Array(length),
    arcs: new Float64Array(2 * length),
    hasTranslation: hasNonZero(part.positions),
  };
}

/** Reads bits, because an engine allocates memory for each float until it has compiled the code. */
function hasNonZero(positions: Float32Array): boolean {
  const words = wordsOf(positions);
  for (let i = 0; i < words.length; i++) if (words[i] << 1 !== 0) return true; // neither 0 nor −0
  return false;
}

/** The bits of a float a little above the cosine of 45°. */
const ABOVE_COSINE_OF_45 = 0x3f350b0f; // 0.7072

/**
 * q and −q are one rotation. With the one nearer to the previous keyframe, the interpolation takes the short
 * way.
 *
 * Two turns of less than 90° from rest are near each other: their bits say so without arithmetic.
 */
function chooseNearerSigns(rotations: Float32Array): void {
  const words = wordsOf(rotations);
  for (let i = 4; i < words.length; i += 4) {
    if (words[i + 3] > ABOVE_COSINE_OF_45 && words[i - 1] > ABOVE_COSINE_OF_45) continue;
    const dot =
      rotations[i] * rotations[i - 4] +
      rotations[i + 1] * rotations[i - 3] +
      rotations[i + 2] * rotations[i - 2] +
      rotations[i + 3] * rotations[i - 1];
    if (dot < 0) for (let j = i; j < i + 4; j++) rotations[j] = -rotations[j];
  }
}

/**
 * Sorts the keyframes of visibility and IK switches into columns. Of the switches, only changes are kept: a
 * file may name thousands of IK bones and have thousands of keyframes.
 *
 * A keyframe that does not name a bone leaves its switch unchanged. A switch is on until a keyframe names its
 * bone for the first time. Of several keyframes at one frame the last one wins, but switches that only
 * earlier ones name stay. O(keys · log keys + switches).
 */
export function createPropertyTrack(keys: readonly PropertyKey[]): PropertyTrack {
  const sorted = [...keys].sort((a, b) => a.frame - b.frame); // stable
  /** By name: 2 × keyframe + state, for each change. */
  const switches = new Map<string, { readonly name: TrackName; readonly changes: number[] }>();
  /** A file has one object for each name. */
  const identities = new Map<TrackName, string>();
  const frames: number[] = [];
  const visible: number[] = [];
  for (const key of sorted) {
    if (frames.at(-1) === key.frame) visible.pop();
    else frames.push(key.frame);
    visible.push(key.visible ? 1 : 0);
    const on = 2 * frames.length - 1;
    for (const { name, enabled } of key.ik) {
      const identity = identities.get(name) ?? identityOf(name);
      identities.set(name, identity);
      const known = switches.get(identity) ?? { name, changes: [1] };
      switches.set(identity, known);
      addChange(known.changes, enabled ? on : on - 1);
    }
  }
  let count = 0;
  const lists = Array.from(switches.values(), ({ changes }) => changes);
  const ikFields = Array.from(switches.values(), ({ name }) => name);
  const all = lists.flat();
  return {
    frames: new Float64Array(frames),
    visible: new Uint8Array(visible),
    ikNames: keysOf(ikFields),
    ikFields,
    ikStarts: Uint32Array.from([[], ...lists], ({ length }) => (count += length)),
    ikKeys: Uint32Array.from(all, (change) => change >> 1),
    ikEnabled: Uint8Array.from(all, (change) => change & 1),
  };
}

/** A later state at the same keyframe replaces the earlier one. A state that is not new is no change. */
function addChange(changes: number[], change: number): void {
  const last = changes[changes.length - 1];
  if (last >> 1 === change >> 1) changes[changes.length - 1] = change;
  else if ((last ^ change) & 1) changes.push(change);
}
