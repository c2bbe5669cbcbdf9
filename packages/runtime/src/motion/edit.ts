import { findKey } from './key-cursor.js';
import { type Column, joinKeys, mapColumns, pickKeys, sortKeys } from './keys.js';
import type { MotionReport } from './motion-report.js';
import type { BonePart, MotionParts, PropertyKey } from './parts.js';
import type { CameraTrack, LightTrack, MorphTrack, SelfShadowTrack } from './tracks.js';

/** The keyframes from the last one at or before `from` to the first one at or after `to`. */
export function sliceParts(parts: MotionParts, from: number, to: number): MotionParts {
  const keys = [...parts.properties].sort((a, b) => a.frame - b.frame);
  const before = keys.filter((key) => key.frame <= from);
  const inside = keys.filter((key) => key.frame > from && key.frame <= to);
  // Switches of earlier keyframes still hold where the last keyframe does not name them.
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

/** The index of the first keyframe, and one more than that of the last. */
function rangeAround(frames: Float64Array, from: number, to: number): [first: number, end: number] {
  const first = Math.max(findKey(frames, from), 0);
  const last = Math.max(findKey(frames, to), first);
  return [first, Math.min(frames[last] < to ? last + 2 : last + 1, frames.length)];
}

/** Every frame times `scale`, plus `shift`. A cut stays a cut at any speed. */
export function retimeParts(parts: MotionParts, scale: number, shift: number): MotionParts {
  const frameOf = (frame: number): number => frame * scale + shift;
  return mapParts(
    parts,
    (track) => {
      const frames = track.frames.map(frameOf);
      return 'cutFrames' in track
        ? { ...track, frames, cutFrames: track.cutFrames * scale }
        : { ...track, frames };
    },
    parts.properties.map((key) => ({ ...key, frame: frameOf(key.frame) })),
  );
}

/*
 * The mirror is the plane x = 0: S = diag(−1, 1, 1).
 *
 *   position, direction    S·v        (−x, y, z)
 *   rotation               S·R·S      quaternion (x, −y, −z, w), Euler angles (x, −y, −z)
 */

/** The signs of x y z, or of x y z w, in columns that the mirror changes. */
const SIGNS = /* @__PURE__ */ new Map([
  ['positions', [-1, 1, 1]],
  ['rotations', [1, -1, -1, 1]],
  ['targets', [-1, 1, 1]],
  ['angles', [1, -1, -1]],
  ['directions', [-1, 1, 1]],
]);

/** The mirror image: 左 (left) and 右 (right) are exchanged in names. */
export function mirrorParts(parts: MotionParts): MotionParts {
  return mapParts(
    parts,
    (track) => mapColumns('name' in track ? mirrorNamed(track) : track, signed),
    parts.properties.map((key) => ({ ...key, ik: key.ik.map(mirrorNamed) })),
  );
}

function mirrorNamed<T extends { readonly name: string }>(named: T): T {
  return { ...named, name: mirrorName(named.name) };
}

/**
 * The name of the bone or morph on the other side.
 *
 * @example
 * mirrorName('左足ＩＫ'); // → '右足ＩＫ': left leg IK → right leg IK
 * mirrorName('ウィンク'); // → 'ウィンク右': the names of winks are irregular
 */
function mirrorName(name: string): string {
  const wink = WINKS.indexOf(name);
  return wink < 0 ? name.replace(/[左右]/g, (side) => (side === '左' ? '右' : '左')) : WINKS[wink ^ 1];
}

/** Left ones at even indices, each followed by its right one. */
const WINKS = ['ウィンク', 'ウィンク右', 'ウィンク２', 'ｳｨﾝｸ２右'];

function signed(column: Column, _perKey: number, name: string): Column {
  const signs = SIGNS.get(name);
  return signs ? column.map((value, i) => value * signs[i % signs.length]) : column;
}

/**
 * Joins the parts of two documents, with keyframes in order. Where both have a keyframe of one track at one frame, `b`
 * wins. Of several keyframes at one frame in one document the last stays, as in MMD.
 */
export function joinParts(a: MotionParts, b: MotionParts, report: MotionReport): MotionParts {
  return mapKinds(
    b,
    (tracks, kind) => joinTracks(a[kind], tracks, KINDS[kind], report),
    joinProperties(a.properties, b.properties, report),
  );
}

function joinTracks(
  a: readonly AnyTrack[],
  b: readonly AnyTrack[],
  kind: string,
  report: MotionReport,
): AnyTrack[] {
  const tracks = new Map(a.map((track) => [nameOf(track), track]));
  for (const part of b) {
    const name = nameOf(part);
    const label = `${kind} ${name}`.trim();
    const sorted = sortKeys(part);
    report.add('duplicate-keys', label, sorted.dropped);
    const earlier = tracks.get(name);
    const joined = earlier ? sortKeys(joinKeys(earlier, sorted.keys)) : { ...sorted, dropped: 0 };
    report.add('clash', label, joined.dropped);
    tracks.set(
      name,
      earlier && 'isTruncated' in earlier && earlier.isTruncated
        ? { ...joined.keys, isTruncated: true }
        : joined.keys,
    );
  }
  return [...tracks.values()];
}

function joinProperties(
  a: readonly PropertyKey[],
  b: readonly PropertyKey[],
  report: MotionReport,
): PropertyKey[] {
  const frames = new Set(a.map((key) => key.frame));
  report.add('clash', 'property', b.filter((key) => frames.has(key.frame)).length);
  return [...a, ...b];
}

/** Tracks of the whole scene have no name: there is only one of each kind. */
function nameOf(track: AnyTrack): string {
  return 'name' in track ? track.name : '';
}

/** Any kind of track but the property track. */
type AnyTrack = BonePart | MorphTrack | CameraTrack | LightTrack | SelfShadowTrack;

/** The kinds of tracks, and their names in a report. */
const KINDS = {
  bones: 'bone',
  morphs: 'morph',
  cameras: 'camera',
  lights: 'light',
  selfShadows: 'self shadow',
} as const;

/** The parts with `mapTracks` applied to the list of tracks of every kind. */
function mapKinds(
  parts: MotionParts,
  mapTracks: (tracks: readonly AnyTrack[], kind: keyof typeof KINDS) => readonly AnyTrack[],
  properties: readonly PropertyKey[],
): MotionParts {
  const mapped: Record<string, readonly unknown[]> = { properties };
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[])
    mapped[kind] = mapTracks(parts[kind], kind);
  return mapped as unknown as MotionParts;
}

/** The parts with `mapTrack` applied to every track, and with new property keyframes. */
function mapParts(
  parts: MotionParts,
  mapTrack: (track: AnyTrack) => AnyTrack,
  properties: readonly PropertyKey[],
): MotionParts {
  return mapKinds(parts, (tracks) => tracks.map(mapTrack), properties);
}
