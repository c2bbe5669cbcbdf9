import { OrthographicCamera, PerspectiveCamera, type Camera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { writePlaneDepth } from '#src/model/ground-shadow/plane-depth.js';

/** The depth of the plane y = 0.1 for a camera at a place that looks at the origin. */
function planeDepth(camera: Camera, place: readonly [number, number, number]): number[] {
  camera.position.set(...place);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return writePlane(camera).toArray();
}

function writePlane(camera: Camera): Vector3 {
  const out = new Vector3();
  writePlaneDepth(out, camera, camera.matrixWorldInverse);
  return out;
}

function expectNear(actual: readonly number[], expected: readonly number[]): void {
  expected.forEach((value, i) => expect(actual[i]).toBeCloseTo(value, 6));
}

/** 2 units wide and high, as the picture that the numbers are for. */
const orthographic = (): OrthographicCamera => new OrthographicCamera(-1, 1, 1, -1, 1, 100);

test('from straight above, the plane is everywhere as deep as the eye is high above it', () => {
  expectNear(planeDepth(orthographic(), [0, 10, 1e-9]), [0, 0, 9.9]);
  expectNear(planeDepth(new PerspectiveCamera(90), [0, 10, 1e-9]), [0, 0, 1 / 9.9]);
});

test('from 45° above, it is one unit deeper where the picture is one unit higher', () => {
  // 10 − t / √2 = 0.1 in the middle; 1 / √2 higher at the top
  expectNear(planeDepth(orthographic(), [0, 10, 10]), [0, 1, 9.9 * Math.SQRT2]);
});

test('with perspective, 1 / depth is the linear part', () => {
  // The upper border of a view of 90° is level: there the plane is infinitely far away, and 1 / depth is 0.
  const middle = 1 / (9.9 * Math.SQRT2);
  expectNear(planeDepth(new PerspectiveCamera(90), [0, 10, 10]), [0, -middle, middle]);
});
