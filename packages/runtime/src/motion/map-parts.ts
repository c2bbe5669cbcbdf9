import type { BonePart, MotionParts, PropertyKey } from './parts.js';
import type { CameraTrack, LightTrack, MorphTrack, SelfShadowTrack } from './tracks.js';

/** What every kind of track but the property track is, for what is done to all alike. */
export type AnyTrack = BonePart | MorphTrack | CameraTrack | LightTrack | SelfShadowTrack;

/** The parts with every track, and the property keys, changed in the same way. */
export function mapParts(
  parts: MotionParts,
  mapTrack: <T extends AnyTrack>(track: T) => T,
  mapProperties: (keys: readonly PropertyKey[]) => readonly PropertyKey[],
): MotionParts {
  const { camera, light, selfShadow } = parts;
  return {
    bones: parts.bones.map((track) => mapTrack(track)),
    morphs: parts.morphs.map((track) => mapTrack(track)),
    ...(camera && { camera: mapTrack(camera) }),
    ...(light && { light: mapTrack(light) }),
    ...(selfShadow && { selfShadow: mapTrack(selfShadow) }),
    properties: mapProperties(parts.properties),
  };
}
