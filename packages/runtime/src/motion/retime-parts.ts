import { mapParts } from './map-parts.js';
import type { MotionParts } from './parts.js';

/** Every frame times `scale`, plus `shift`; a cut stays a cut however slow it is played. */
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
