import type { BonePart, MotionParts, PropertyKey } from './parts.js';
import type { CameraTrack, LightTrack, MorphTrack, SelfShadowTrack } from './tracks.js';

/** What every kind of track but the property track is, for what is done to all alike. */
export type AnyTrack = BonePart | MorphTrack | CameraTrack | LightTrack | SelfShadowTrack;

/** The kinds of tracks, and how a report names them. */
export const KINDS = {
  bones: 'bone',
  morphs: 'morph',
  cameras: 'camera',
  lights: 'light',
  selfShadows: 'self shadow',
} as const;

/** The parts with the list of tracks of every kind changed in the same way. */
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

/** The parts with every track, and the property keys, changed in the same way. */
export function mapParts(
  parts: MotionParts,
  mapTrack: (track: AnyTrack) => AnyTrack,
  properties: readonly PropertyKey[],
): MotionParts {
  return mapKinds(parts, (tracks) => tracks.map(mapTrack), properties);
}
