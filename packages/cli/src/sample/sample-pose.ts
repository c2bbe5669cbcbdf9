import { flipPositions, flipRotations } from '@odori/runtime/motion';
import { readLocalPose, type Rig } from '@odori/runtime/rig';
import type { Coordinates } from '../documents/vmd-json.js';

/** One bone at one time. */
export interface BoneSample {
  readonly bone: string;
  /** x y z, MMD units. */
  readonly position: readonly number[];
  /** x y z w. */
  readonly rotation: readonly number[];
}

/** How a pose is told. */
export interface PoseSpace {
  /** Beside the parent, as a key would say it, or in the model. */
  readonly space: 'local' | 'world';
  readonly coordinates: Coordinates;
}

/** What a solved rig's bones do. */
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
