import type { Vmd } from '@odori/format';
import { flipCameraAngles, flipPositions, flipRotations } from '@odori/runtime/motion';

/** The same motion in the other space, MMD's or three's: twice gives the same bits. The columns are copies. O(keys). */
export function flipVmd(vmd: Vmd): Vmd {
  const bones = {
    ...vmd.bones,
    positions: flipped(vmd.bones.positions, flipPositions),
    rotations: flipped(vmd.bones.rotations, flipRotations),
  };
  const cameras = {
    ...vmd.cameras,
    targets: flipped(vmd.cameras.targets, flipPositions),
    rotations: flipped(vmd.cameras.rotations, flipCameraAngles),
  };
  const lights = { ...vmd.lights, directions: flipped(vmd.lights.directions, flipPositions) };
  return { ...vmd, bones, cameras, lights };
}

function flipped(column: Float32Array, flip: (column: Float32Array) => void): Float32Array {
  const copy = column.slice();
  flip(copy);
  return copy;
}
