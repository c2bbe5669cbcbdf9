import type { MmdModel } from '@odori/model';
import { createCameraPose, type MotionCamera } from '@odori/runtime';
import { MathUtils } from 'three';

const FOV = 30;
/** Room above the highest bone for hair, and below the soles. */
const MARGIN = 1.3;

/** Lets a camera without a track of its own see all of a model, from the front. */
export function frameModel(camera: MotionCamera, { rig, root }: MmdModel): void {
  const height = heightOf(rig.worldPositions) * root.scale.y;
  if (!(height > 0)) return;
  const pose = createCameraPose();
  root.position.toArray(pose.target);
  pose.target[1] += height / 2;
  pose.distance = -(MARGIN * height) / 2 / Math.tan(MathUtils.degToRad(FOV) / 2);
  pose.fov = FOV;
  camera.setPose(pose);
}

/** Of the highest bone, in the model's space. */
function heightOf(positions: Float64Array): number {
  let height = 0;
  for (let y = 1; y < positions.length; y += 3) height = Math.max(height, positions[y]);
  return height;
}
