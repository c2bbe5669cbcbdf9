import type { MotionCamera } from '@odori/runtime';
import type { DemoStage } from '../../stage/src/demo-stage.js';

/** Shows what a motion's camera sees; without one, what the reader's own sees, from where the other left it. */
export function viewThrough({ camera, controls }: DemoStage, motion: MotionCamera | undefined): void {
  controls.enabled = motion === undefined;
  if (!motion) return;
  const { position, quaternion } = motion.perspectiveCamera;
  camera.position.copy(position);
  camera.quaternion.copy(quaternion);
  controls.target
    .set(0, 0, -Math.max(Math.abs(motion.distance), 1))
    .applyQuaternion(quaternion)
    .add(position);
  if (camera.fov === motion.fov) return;
  camera.fov = motion.fov;
  camera.updateProjectionMatrix();
}
