import type { Vpd } from '@odori/format';
import type { Mirror } from './mirror.js';

/** What `loadVPD` gives, and what `helper.pose` takes: three's space. */
export interface ParsedPose {
  bones: { name: string; translation: ArrayLike<number>; quaternion: ArrayLike<number> }[];
  /** Of poses that were written by MikuMikuMoving. `helper.pose` ignores them, as in r171. */
  morphs?: { name: string; weight: number }[];
}

export function parsedPose(
  { modelFile, bones, morphs }: Vpd,
  { place, rotation: turn }: Mirror,
): ParsedPose & { metadata: object } {
  return {
    metadata: { coordinateSystem: 'right', parentFile: modelFile, boneCount: bones.length },
    bones: bones.map(({ name, position, rotation }) => ({
      name,
      translation: place(position),
      quaternion: turn(rotation),
    })),
    morphs: morphs.map(({ name, weight }) => ({ name, weight })),
  };
}
