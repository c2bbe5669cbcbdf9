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
  const switches = new Map<string, SwitchChange[]>();
  const frames: number[] = [];
  const visible: number[] = [];
  sorted.forEach((key, i) => {
    if (sorted[i - 1]?.frame === key.frame) visible.pop();
    else frames.push(key.frame);
    visible.push(key.visible ? 1 : 0);
    for (const { name, enabled } of key.ik) addChange(switches, name, frames.length - 1, enabled ? 1 : 0);
  });
  return {
    frames: new Float64Array(frames),
    visible: new Uint8Array(visible),
    ...switchColumns(switches),
  };
}

interface SwitchChange {
  readonly key: number;
  readonly enabled: number;
}

function addChange(switches: Map<string, SwitchChange[]>, name: string, key: number, enabled: number): void {
  const changes = switches.get(name) ?? [{ key: 0, enabled: 1 }];
  switches.set(name, changes);
  const last = changes[changes.length - 1];
  if (last.key === key) changes[changes.length - 1] = { key, enabled };
  else if (last.enabled !== enabled) changes.push({ key, enabled });
}

function switchColumns(
  switches: ReadonlyMap<string, readonly SwitchChange[]>,
): Pick<PropertyTrack, 'ikNames' | 'ikStarts' | 'ikKeys' | 'ikEnabled'> {
  const ikStarts = new Uint32Array(switches.size + 1);
  const all: SwitchChange[] = [];
  let ik = 0;
  for (const changes of switches.values()) {
    for (const change of changes) all.push(change);
    ikStarts[++ik] = all.length;
  }
  return {
    ikNames: [...switches.keys()],
    ikStarts,
    ikKeys: Uint32Array.from(all, ({ key }) => key),
    ikEnabled: Uint8Array.from(all, ({ enabled }) => enabled),
  };
}
