import { flipPositions, flipRotations, readLocalPose } from '@odori/runtime/internal';
import type { Rig } from '@odori/runtime/rig';
import type { Coordinates } from '../documents/vmd-json.js';

/** One bone at one time. */
export interface BoneSample {
  readonly bone: string;
  /** x y z, MMD units. */
  readonly position: readonly number[];
  /** x y z w. */
  readonly rotation: readonly number[];
}

/** The space in which a pose is printed. */
export interface PoseSpace {
  /** `local`: relative to rest and parent, as in a keyframe. `world`: in the space of the model. */
  readonly space: 'local' | 'world';
  readonly coordinates: Coordinates;
}

/** The bones of a solved rig. */
export function samplePose(
  rig: Rig,
  bones: readonly number[],
  { space, coordinates }: PoseSpace,
): BoneSample[] {
  return bones.map((bone) => {
    const position = new Float64Array(3);
    const rotation = new Float64Array(4);
    if (space === 'local') readLocalPose(rig, bone, position, rotation);
    else {
      position.set(rig.worldPositions.subarray(3 * bone, 3 * bone + 3));
      rotation.set(rig.worldRotations.subarray(4 * bone, 4 * bone + 4));
    }
    if (coordinates === 'mmd') {
      flipPositions(position);
      flipRotations(rotation);
    }
    return { bone: rig.definition.boneNames[bone], position: [...position], rotation: [...rotation] };
  });
}
