import { findKey, isCut } from './key-cursor.js';
import { joinKeys, pickKeys, sortKeys } from './keys.js';
import type { MotionReport } from './motion-report.js';
import { identityOf, type TrackName } from './names.js';
import { type BonePart, type MotionParts, NO_PARTS, type PropertyKey } from './parts.js';
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

/**
 * Joins the parts of several documents, with keyframes in order. Where two have a keyframe of one track at
 * one frame, the later document wins. Of several keyframes at one frame in one document the last stays, as in
 * MMD. O(keys).
 */
export function joinParts(documents: readonly MotionParts[], report: MotionReport): MotionParts {
  return mapKinds(
    NO_PARTS,
    (_, kind) =>
      joinTracks(
        documents.flatMap<AnyTrack>((parts) => parts[kind]),
        KINDS[kind],
        report,
      ),
    joinProperties(documents, report),
  );
}

/** Joins the tracks of each name. */
export function joinTracks(tracks: readonly AnyTrack[], kind: string, report: MotionReport): AnyTrack[] {
  const byName = new Map<string, AnyTrack[]>();
  for (const track of tracks) {
    const { keys, dropped } = sortKeys(track);
    report.add('duplicate-keys', labelOf(track, kind), dropped);
    const identity = 'name' in track ? identityOf(track.name) : '';
    const others = byName.get(identity);
    if (others) others.push(keys);
    else byName.set(identity, [keys]);
  }
  return [...byName.values()].map((sameName) => {
    if (sameName.length === 1) return sameName[0];
    const { keys, dropped } = sortKeys(joinKeys(withOneCut(sameName)));
    report.add('clash', labelOf(keys, kind), dropped);
    return 'name' in keys ? { ...keys, name: narrowest(sameName as Named[]).name } : keys;
  });
}

type Named = BonePart | MorphTrack;

/**
 * That of a VMD, which may be truncated, before whole names; one that moves a single bone before all of
 * them.
 */
function narrowest(tracks: readonly Named[]): Named {
  const find = (whole?: TrackName['whole']): Named | undefined =>
    tracks.find(({ name }) => name.whole === whole);
  return find() ?? find('first') ?? tracks[0];
}

/**
 * The tracks with the shortest `cutFrames` of all: tracks of different speeds have different ones, but a
 * joined track has one. A longer cut gets a keyframe that holds its first value until the shorter cut begins.
 */
function withOneCut(tracks: readonly AnyTrack[]): readonly AnyTrack[] {
  const cutFrames = Math.min(...tracks.map((track) => ('cutFrames' in track ? track.cutFrames : 0)));
  return tracks.flatMap((track) => {
    if (!('cutFrames' in track) || track.cutFrames === cutFrames) return track;
    const { frames } = track;
    const lengthOf = (key: number): number => frames[key + 1] - frames[key];
    const held = [...frames.keys()].filter(
      (key) => lengthOf(key) > cutFrames && isCut(lengthOf(key), track.cutFrames),
    );
    const holds = Float64Array.from(held, (key) => frames[key + 1] - cutFrames);
    return [
      { ...track, cutFrames },
      { ...pickKeys(track, held), frames: holds, cutFrames },
    ];
  });
}

function joinProperties(documents: readonly MotionParts[], report: MotionReport): PropertyKey[] {
  const frames = new Set<number>();
  for (const { properties } of documents) {
    report.add('clash', 'property', properties.filter((key) => frames.has(key.frame)).length);
    for (const { frame } of properties) frames.add(frame);
  }
  return documents.flatMap(({ properties }) => properties);
}

/** Tracks of the whole scene have no name: there is only one of each kind. */
function labelOf(track: AnyTrack, kind: string): string {
  return 'name' in track ? `${kind} ${track.name.text}` : kind;
}

type CutTrack = CameraTrack | LightTrack | SelfShadowTrack;

/** Any kind of track but the property track. */
export type AnyTrack = BonePart | MorphTrack | CutTrack;

/** The kinds of tracks, and their names in a report. */
const KINDS = {
  bones: 'bone',
  morphs: 'morph',
  cameras: 'camera',
  lights: 'light',
  selfShadows: 'self shadow',
} as const;

/** The parts with `mapTracks` applied to the list of tracks of every kind. */
export function mapKinds(
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
