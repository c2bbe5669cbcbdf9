import { Euler, MathUtils, type OrthographicCamera, type PerspectiveCamera, Vector3 } from 'three';
import type { CameraPose } from '../motion/index.js';

/**
 * Applies a pose to a camera: position, rotation and field of view. Allocates nothing.
 *
 * The camera's parent must not move it: it is the scene itself, or the root that scales MMD units. A perspective camera
 * gets the pose's field of view; an orthographic one shows the height that the perspective one would show at the target,
 * 2·|distance|·tan(fov / 2). The pose's own `perspective` is ignored. `aspect` is width / height; without it the camera
 * keeps its own. Near and far are not changed.
 *
 * @see MMD: eye = target + R·(0, 0, −distance), R = Ry·Rx·Rz; agrees with its view matrices to 6e-6 units.
 * @example
 * applyCameraPose(sampleCamera(track, 30, pose), camera, 16 / 9);
 * camera.position; // → (0, 10, 45) for MMD's default pose
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
  } else frameOrthographic(camera, heightAt(distance, fov), aspect);
  camera.updateProjectionMatrix();
  return camera;
}

const nextRotation = /* @__PURE__ */ new Euler();
const nextOffset = /* @__PURE__ */ new Vector3();

/** An orthographic view needs some height even when the eye is in the target. */
const LEAST_HEIGHT = 1e-3;

function heightAt(distance: number, fov: number): number {
  return Math.max(2 * Math.abs(distance) * Math.tan(MathUtils.degToRad(fov) / 2), LEAST_HEIGHT);
}

/** Sets the height that an orthographic camera shows, and the width for it; by default the camera keeps its aspect. */
export function frameOrthographic(camera: OrthographicCamera, height: number, aspect?: number): void {
  const ownAspect = (camera.right - camera.left) / (camera.top - camera.bottom);
  const halfWidth = (height / 2) * (aspect ?? ownAspect);
  camera.left = -halfWidth;
  camera.right = halfWidth;
  camera.top = height / 2;
  camera.bottom = -height / 2;
}

function isPerspective(camera: PerspectiveCamera | OrthographicCamera): camera is PerspectiveCamera {
  return 'isPerspectiveCamera' in camera;
}
