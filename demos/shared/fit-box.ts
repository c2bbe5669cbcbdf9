import { type Box3, type PerspectiveCamera, Vector3 } from 'three';

/**
 * The distance between a camera and the centre of a box at which the box fills the height of the picture, and
 * the aspect (width / height) of a picture that shows the whole box from there.
 *
 * Uses only the rotation of the camera and its vertical angle of view.
 */
export function fitBox(
  box: Box3,
  { matrixWorld, fov }: PerspectiveCamera,
): { distance: number; aspect: number } {
  const slope = Math.tan((fov * Math.PI) / 360);
  const center = box.getCenter(new Vector3());
  const toCamera = matrixWorld.clone().setPosition(0, 0, 0).transpose(); // from world to camera axes
  const corners = cornersOf(box).map((corner) => corner.sub(center).applyMatrix4(toCamera));
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
