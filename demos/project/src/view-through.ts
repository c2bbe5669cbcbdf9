import type { MotionCamera } from '@odori/runtime';
import type { DemoStage } from '../../stage/src/demo-stage.js';

/**
 * Shows what a motion's camera sees, in perspective or flat, as far to the sides as a picture of `aspect`; without one,
 * what the reader's own sees, from where the other left it.
 */
export function viewThrough(
  { camera, controls }: DemoStage,
  motion: MotionCamera | undefined,
  aspect: number,
): void {
  const wasFree = controls.enabled;
  controls.enabled = motion === undefined;
  if (!motion) {
    if (!wasFree) camera.updateProjectionMatrix(); // its own again
    return;
  }
  const { active } = motion;
  motion.aspect = camera.aspect;
  active.zoom = Math.min(1, camera.aspect / aspect);
  motion.update();
  camera.fov = motion.fov;
  camera.position.copy(active.position);
  camera.quaternion.copy(active.quaternion);
  camera.projectionMatrix.copy(active.projectionMatrix);
  camera.projectionMatrixInverse.copy(active.projectionMatrixInverse);
  controls.target
    .set(0, 0, -Math.max(Math.abs(motion.distance), 1))
    .applyQuaternion(camera.quaternion)
    .add(camera.position);
}
