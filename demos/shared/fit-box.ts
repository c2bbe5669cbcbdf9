import { type Box3, type PerspectiveCamera, Vector3 } from 'three';

/**
 * How far from the middle of a box a camera has to be that looks at it, so that all of it is as high as the picture, and
 * the width per height of a picture that shows all of it from there.
 *
 * Only the direction of the camera counts, and its angle of view.
 */
export function fitBox(
  box: Box3,
  { matrixWorld, fov }: PerspectiveCamera,
): { distance: number; aspect: number } {
  const slope = Math.tan((fov * Math.PI) / 360);
  const center = box.getCenter(new Vector3());
  const turned = matrixWorld.clone().setPosition(0, 0, 0).transpose(); // to the camera's axes
  const corners = cornersOf(box).map((corner) => corner.sub(center).applyMatrix4(turned));
  const distance = Math.max(...corners.map(({ y, z }) => Math.abs(y) / slope + z));
  const aspect = Math.max(...corners.map(({ x, z }) => Math.abs(x) / slope / (distance - z)));
  return { distance, aspect };
}

function cornersOf({ min, max }: Box3): Vector3[] {
  return Array.from(
    { length: 8 },
    (_, i) => new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z),
  );
}
