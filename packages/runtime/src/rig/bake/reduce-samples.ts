import { fewKeys } from '../../motion/few-keys.js';
import type { Samples } from './bake-frames.js';
import type { Tolerance } from './share-tolerance.js';
import { NUMBERS_PER_BONE } from './solved-poses.js';
import { isStraight } from './straight.js';

/** The keys of one bone: x y z and x y z w each, three's space. */
export interface BakedBone {
  readonly bone: number;
  readonly keys: readonly { readonly frame: number; readonly values: Float64Array }[];
}

/** Of every bone as few keys as straight lines within its tolerance need; where `isSwitched`, none are left out. */
export function reduceSamples(
  { bones, frames, poses }: Samples,
  tolerance: readonly Tolerance[],
  isSwitched: (bone: number, frameA: number, frameB: number) => boolean,
): BakedBone[] {
  return bones.map((bone, i) => {
    const at = NUMBERS_PER_BONE * i;
    const kept = fewKeys(frames.length, (a, b) => {
      for (let key = a + 1; key < b; key++) {
        const t = (frames[key] - frames[a]) / (frames[b] - frames[a]);
        if (!isStraight(poses[a], poses[b], t, poses[key], at, tolerance[i])) return false;
        if (isSwitched(bone, frames[key - 1], frames[key])) return false;
      }
      return true;
    });
    const keys = kept.map((key) => ({
      frame: frames[key],
      values: poses[key].slice(at, at + NUMBERS_PER_BONE),
    }));
    return { bone, keys: isStill(keys) ? keys.slice(0, 1) : keys };
  });
}

/** Two keys that say the same are one. */
function isStill(keys: BakedBone['keys']): boolean {
  return keys.length === 2 && keys[0].values.every((value, i) => value === keys[1].values[i]);
}
