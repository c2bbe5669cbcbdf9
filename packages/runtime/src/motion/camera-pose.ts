import { MMD_CAMERA } from '@odori/format';

/** Where a camera looks, in three's space and MMD units. */
export interface CameraPose {
  /** x y z. */
  target: Float64Array;
  /** Radians about x, y, z, order YXZ, as in `camera.rotation.set(x, y, z, 'YXZ')`; never wrapped. */
  angles: Float64Array;
  /** The file's sign: negative = the eye stands behind the target, looking at it. */
  distance: number;
  /** Degrees, vertical. */
  fov: number;
  /** False: orthographic. */
  perspective: boolean;
}

/**
 * MMD's camera in a new project.
 *
 * @example
 * createCameraPose(); // → { target: [0, 10, 0], angles: [0, 0, 0], distance: -45, fov: 30, perspective: true }
 */
export function createCameraPose(): CameraPose {
  return {
    target: Float64Array.of(...MMD_CAMERA.target),
    angles: new Float64Array(3),
    distance: MMD_CAMERA.distance,
    fov: MMD_CAMERA.fov,
    perspective: MMD_CAMERA.perspective,
  };
}
