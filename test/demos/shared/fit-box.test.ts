import { fitBox } from '#demos/shared/fit-box.js';
import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';

/** A camera with a vertical angle of view of 90°: half the height of the picture equals the distance. */
function cameraAt(x: number, y: number, z: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(90);
  camera.position.set(x, y, z);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return camera;
}

const box = new Box3(new Vector3(-2, 10, -3), new Vector3(2, 14, 3)); // 4 wide, 4 high, 6 deep

test('from the front, the near face fills the height of the picture', () => {
  // The near face reaches 2 units above and below the centre and is 3 units in front of it.
  const { distance, aspect } = fitBox(box, cameraAt(0, 0, 1));
  expect(distance).toBeCloseTo(5, 9);
  expect(aspect).toBeCloseTo(1, 9);
});

test('from the side, the box is wider than high', () => {
  const { distance, aspect } = fitBox(box, cameraAt(9, 0, 0));
  expect(distance).toBeCloseTo(4, 9); // 2 + half of 4
  expect(aspect).toBeCloseTo(1.5, 9); // 3 / 2
});
