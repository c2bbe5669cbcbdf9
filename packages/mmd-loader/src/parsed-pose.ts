import type { Vpd } from '@odori/format';
import { mirroredPlace, mirroredRotation } from './mirror.js';

/** What `loadVPD` gives, and what `helper.pose` takes: three's space. */
export interface ParsedPose {
  bones: { name: string; translation: ArrayLike<number>; quaternion: ArrayLike<number> }[];
  /** Of poses that were written by MikuMikuMoving. `helper.pose` ignores them, as in r171. */
  morphs?: { name: string; weight: number }[];
}

export function parsedPose({ modelFile, bones, morphs }: Vpd): ParsedPose & { metadata: object } {
  return {
    metadata: { coordinateSystem: 'right', parentFile: modelFile, boneCount: bones.length },
    bones: bones.map(({ name, position, rotation }) => ({
      name,
      translation: mirroredPlace(position),
      quaternion: mirroredRotation(rotation),
    })),
    morphs: morphs.map(({ name, weight }) => ({ name, weight })),
  };
}
