import type { BonePart, PropertyKey } from './parts.js';
import {
  type BoneTrack,
  type PropertyTrack,
  SEGMENT_CURVED,
  SEGMENT_ROTATES,
  SEGMENT_ROTATION_CURVED,
  SEGMENT_TRANSLATES,
} from './tracks.js';

/** Where the sine of half the rotation angle is smaller, a straight line replaces the arc: the error is under 1e-13. */
const STRAIGHT_BELOW = 1e-6;

/**
 * The track of a bone, with its segments classified: straight lines, still bones and small rotations are sampled faster.
 *
 * `part` has its keyframes in order and its rotations normalized. The track takes over its arrays. O(keys).
 */
export function createBoneTrack(part: BonePart): BoneTrack {
  const { positions } = part;
  const segments = new Uint8Array(part.frames.length);
  const arcs = new Float64Array(2 * part.frames.length);
  classify(positions, part.rotations, part.curves, segments, arcs);
  return { ...part, segments, arcs, hasTranslation: hasNonZero(positions) };
}

/** A loop, because a call for each number takes longer than all the rest. */
function hasNonZero(positions: Float32Array): boolean {
  for (let i = 0; i < positions.length; i++) if (positions[i] !== 0) return true;
  return false;
}

function classify(
  positions: Float32Array,
  rotations: Float32Array,
  curves: Uint8Array,
  segments: Uint8Array,
  arcs: Float64Array,
): void {
  for (let key = 1; key < segments.length; key++) {
    chooseNearerSign(rotations, 4 * key);
    let segment = curvedChannels(curves, 16 * key);
    if (differs(positions, 3 * key, 3)) segment |= SEGMENT_TRANSLATES;
    if (differs(rotations, 4 * key, 4)) {
      segment |= SEGMENT_ROTATES;
      const half = halfAngle(rotations, 4 * key);
      const sine = Math.sin(half);
      arcs[2 * key] = half;
      arcs[2 * key + 1] = sine < STRAIGHT_BELOW ? 0 : 1 / sine;
    }
    segments[key] = segment;
  }
}

/** q and −q are one rotation. With the one nearer to the previous keyframe, the interpolation takes the short way. */
function chooseNearerSign(rotations: Float32Array, i: number): void {
  const dot =
    rotations[i] * rotations[i - 4] +
    rotations[i + 1] * rotations[i - 3] +
    rotations[i + 2] * rotations[i - 2] +
    rotations[i + 3] * rotations[i - 1];
  if (dot >= 0) return;
  for (let j = i; j < i + 4; j++) rotations[j] = -rotations[j];
}

/** The angle between two unit quaternions, half the rotation angle: 2·atan2(|a − b|, |a + b|), exact if small too. */
function halfAngle(rotations: Float32Array, i: number): number {
  let minus = 0;
  let plus = 0;
  for (let j = i; j < i + 4; j++) {
    minus += (rotations[j] - rotations[j - 4]) ** 2;
    plus += (rotations[j] + rotations[j - 4]) ** 2;
  }
  return 2 * Math.atan2(Math.sqrt(minus), Math.sqrt(plus));
}

function differs(column: Float32Array, i: number, perKey: number): boolean {
  for (let j = i; j < i + perKey; j++) if (column[j] !== column[j - perKey]) return true;
  return false;
}

/** One bit per channel whose control points do not lie on the diagonal. */
function curvedChannels(curves: Uint8Array, i: number): number {
  let curved = 0;
  for (let channel = SEGMENT_CURVED; channel <= SEGMENT_ROTATION_CURVED; channel *= 2, i += 4) {
    if (curves[i] !== curves[i + 1] || curves[i + 2] !== curves[i + 3]) curved |= channel;
  }
  return curved;
}

/**
 * Sorts the keyframes of visibility and IK switches into columns. Of the switches, only changes are kept: a file may name
 * thousands of IK bones and have thousands of keyframes.
 *
 * A keyframe that does not name a bone leaves its switch unchanged. A switch is on until a keyframe names its bone for
 * the first time. Of several keyframes at one frame the last one wins, but switches that only earlier ones name stay.
 * O(keys · log keys + switches).
 */
export function createPropertyTrack(keys: readonly PropertyKey[]): PropertyTrack {
  const sorted = [...keys].sort((a, b) => a.frame - b.frame); // stable
  /** By name: 2 × keyframe + state, for each change. */
  const switches = new Map<string, number[]>();
  const frames: number[] = [];
  const visible: number[] = [];
  for (const key of sorted) {
    if (frames.at(-1) === key.frame) visible.pop();
    else frames.push(key.frame);
    visible.push(key.visible ? 1 : 0);
    const on = 2 * frames.length - 1;
    for (const { name, enabled } of key.ik) {
      const changes = switches.get(name) ?? [1];
      switches.set(name, changes);
      addChange(changes, enabled ? on : on - 1);
    }
  }
  let count = 0;
  const lists = [...switches.values()];
  const all = lists.flat();
  return {
    frames: new Float64Array(frames),
    visible: new Uint8Array(visible),
    ikNames: [...switches.keys()],
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
