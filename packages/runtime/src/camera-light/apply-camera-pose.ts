import { Euler, type OrthographicCamera, type PerspectiveCamera, Vector3 } from 'three';
import type { CameraPose } from '../motion/index.js';

/**
 * Applies a pose to a camera: position, rotation and field of view. Allocates nothing.
 *
 * The camera's parent must not move it: it is the scene itself, or the root that scales MMD units. A
 * perspective camera gets the pose's field of view; an orthographic one shows a picture that is |distance|
 * wide, as in MMD, and gets the field of view as `userData.fov`, for the edges of models. The pose's own
 * `perspective` is ignored. `aspect` is width / height; without it the camera keeps its own, and so does an
 * orthographic one with the aspect of a canvas without a size (0 / 0). Near and far are not changed.
 *
 * @see MMD: eye = target + R·(0, 0, −distance), R = Ry·Rx·Rz; agrees with its view and projection matrices to
 * 6e-6 units.
 * @example
 * applyCameraPose(createCameraPose(), camera, 16 / 9);
 * camera.position.toArray(); // → [0, 10, 45]: MMD's camera, which stands in front
 */
export function applyCameraPose<C extends PerspectiveCamera | OrthographicCamera>(
  pose: CameraPose,
  camera: C,
  aspect?: number,
): C {
  const { target, angles, distance, fov } = pose;
  nextRotation.set(angles[0], angles[1], angles[2], 'YXZ');
  camera.rotation.copy(nextRotation);
  nextOffset.set(0, 0, -distance).applyEuler(nextRotation);
  camera.position.set(target[0], target[1], target[2]).add(nextOffset);
  if (isPerspective(camera)) {
    camera.fov = fov;
    if (aspect !== undefined) camera.aspect = aspect;
  } else {
    const width = Math.max(Math.abs(distance), MIN_WIDTH);
    const shown = isAspect(aspect) ? aspect : aspectOf(camera);
    frameOrthographic(camera, width / shown, shown);
    camera.userData['fov'] = fov;
  }
  camera.updateProjectionMatrix();
  return camera;
}

const nextRotation = /* @__PURE__ */ new Euler();
const nextOffset = /* @__PURE__ */ new Vector3();

/** An orthographic view needs some width even when the eye is in the target. */
const MIN_WIDTH = 1e-3;

/**
 * Sets the height that an orthographic camera shows, and the width for it; by default the camera keeps its
 * aspect.
 */
export function frameOrthographic(camera: OrthographicCamera, height: number, aspect?: number): void {
  const halfWidth = (height / 2) * (aspect ?? aspectOf(camera));
  camera.left = -halfWidth;
  camera.right = halfWidth;
  camera.top = height / 2;
  camera.bottom = -height / 2;
}

/** A canvas without a size has none. */
function isAspect(aspect: number | undefined): aspect is number {
  return aspect !== undefined && aspect > 0 && aspect < Infinity;
}

function aspectOf({ left, right, top, bottom }: OrthographicCamera): number {
  return (right - left) / (top - bottom);
}

function isPerspective(camera: PerspectiveCamera | OrthographicCamera): camera is PerspectiveCamera {
  return 'isPerspectiveCamera' in camera;
}
