import { MmdShadow } from '@odori/runtime';
import {
  ArrayCamera,
  type Camera,
  DirectionalLight,
  PerspectiveCamera,
  Vector3,
  Vector4,
  WebGPUCoordinateSystem,
} from 'three';
import { expect, test } from 'vitest';

type Triple = readonly [number, number, number];

/** As three 0.187 and later call it; its types do not know the second argument. */
function updateMap(light: DirectionalLight, view?: Camera): void {
  light.updateMatrixWorld();
  light.target.updateMatrixWorld();
  const shadow: { updateMatrices(light: DirectionalLight, view?: Camera): void } = light.shadow;
  shadow.updateMatrices(light, view);
}

/** With the eye in (0, 10, 45), looking along −z. */
function createMap(from: Triple, unit = 1): { light: DirectionalLight; map: MmdShadow; view: Camera } {
  const light = new DirectionalLight();
  light.position.set(...from);
  const view = new PerspectiveCamera();
  view.position.set(0, 10, 45);
  view.updateMatrixWorld();
  return { light, map: MmdShadow.give(light, unit), view };
}

/** The place in the map: 0 to 1 to the right, up and in depth. */
function placeOf(point: Triple, { shadow }: DirectionalLight): number[] {
  const { x, y, z, w } = new Vector4(...point, 1).applyMatrix4(shadow.matrix);
  return [x / w, y / w, z / w].map((number) => Math.round(1e5 * number) / 1e5);
}

test('mode 1 opens the map from the eye in the direction of the view', () => {
  const { light, map, view } = createMap([0, 100, 0]);
  map.value = 0.01;
  updateMap(light, view);
  // below the light, X is x and Y is −z; 5 to the right of the eye, 10 below it and 20 ahead: w = 0.2 + 1
  // x = 0.02 · 5, y = 0.02 · 20 − 1, depth = 0.005 · 20 + 0.0015 · (10 + 50√1.5)
  expect(placeOf([5, 0, 25], light)).toEqual([
    0.54167, // (0.1 / 1.2 + 1) / 2
    0.25, // (−0.6 / 1.2 + 1) / 2
    0.17238, // 0.206856 / 1.2
  ]);
  expect(placeOf([50, 0, 45], light).slice(0, 2)).toEqual([1, 0]); // 1 / 2v beside the eye
});

test('the map begins 50 lengths of the light’s direction before the eye', () => {
  const { light, map, view } = createMap([0, 100, 0]);
  map.value = 0.01;
  map.directionLength = 1;
  updateMap(light, view);
  // as above, but depth = 0.005 · 20 + 0.0015 · (10 + 50)
  expect(placeOf([5, 0, 25], light)).toEqual([0.54167, 0.25, 0.15833]); // 0.19 / 1.2
  const copy = light.clone();
  updateMap(copy, view);
  expect(placeOf([5, 0, 25], copy)).toEqual(placeOf([5, 0, 25], light));
});

test('for WebGPU, clip space has depths from 0; the place in the map is the same', () => {
  const { light, map, view } = createMap([0, 100, 0]);
  map.value = 0.01;
  const { camera } = light.shadow;
  camera.coordinateSystem = WebGPUCoordinateSystem;
  updateMap(light, view);
  expect(placeOf([5, 0, 25], light)).toEqual([0.54167, 0.25, 0.17238]); // as above
  const { z, w } = new Vector4(5, 0, 25, 1).applyMatrix4(camera.projectionMatrix);
  expect(z / w).toBeCloseTo(0.17238, 5);
});

test('mode 2 gives more of the map to what is near', () => {
  const { light, map, view } = createMap([0, 100, 0]);
  map.mode = 2;
  map.value = 0.01;
  updateMap(light, view);
  // w = 0.03 · 20 + 1; x = 0.03 · 5, y = 0.03 · 20 − 1, depth = 0.015 · 20 + 0.0015 · (10 + 50√1.5)
  expect(placeOf([5, 0, 25], light)).toEqual([
    0.54688, // (0.15 / 1.6 + 1) / 2
    0.375, // (−0.4 / 1.6 + 1) / 2
    0.25428, // 0.406856 / 1.6
  ]);
});

test('a clone of the light has a map of its own, with the same values', () => {
  const { light, map, view } = createMap([0, 8, 0], 0.08);
  map.mode = 2;
  map.value = 0.01;
  view.position.set(0, 0.8, 3.6);
  view.updateMatrixWorld();
  const copy = light.clone();
  updateMap(light, view);
  updateMap(copy, view);
  expect(placeOf([0.4, 0, 2], copy)).toEqual(placeOf([0.4, 0, 2], light));
  const own = MmdShadow.of(copy)!;
  own.value = 0.02;
  updateMap(copy, view);
  expect(map.value).toBe(0.01);
  expect(placeOf([0.4, 0, 2], copy)).not.toEqual(placeOf([0.4, 0, 2], light));
});

test('the size of an MMD unit scales the map', () => {
  const { light, map, view } = createMap([0, 8, 0], 0.08);
  map.value = 0.01;
  view.position.set(0, 0.8, 3.6);
  view.updateMatrixWorld();
  updateMap(light, view);
  expect(placeOf([0.4, 0, 2], light)).toEqual([0.54167, 0.25, 0.17238]);
});

test('along the light, the map lies around the eye', () => {
  const { light, map, view } = createMap([0, 0, 100]); // the camera looks exactly along the light
  map.value = 0.01;
  updateMap(light, view);
  expect(placeOf([0, 10, 0], light).slice(0, 2)).toEqual([0.5, 0.5]);
  expect(placeOf([50, 10, 0], light).slice(0, 2)).toEqual([0.75, 0.5]); // 1 / v to each side
});

test('between both, the map changes steadily', () => {
  const { light, map, view } = createMap([0, 100, 0]);
  map.value = 0.01;
  const widths = [0.79, 0.801, 0.85, 0.899, 0.901].flatMap((cosine) =>
    ([1, 2] as const).map((mode) => {
      map.mode = mode;
      const from = new Vector3(0, Math.sqrt(1 - cosine ** 2), cosine).multiplyScalar(100);
      light.position.copy(from);
      updateMap(light, view);
      const [left] = placeOf([-10, 10, 20], light);
      const [right] = placeOf([10, 10, 20], light);
      return right - left;
    }),
  );
  for (let i = 2; i < widths.length; i++) expect(Math.abs(widths[i] - widths[i - 2])).toBeLessThan(0.12);
});

test('the map moves with the eye, and everything in it is drawn', () => {
  const { light, view } = createMap([50, 100, 50]);
  updateMap(light, view);
  const before = placeOf([0, 10, 0], light);
  view.position.x += 7;
  view.updateMatrixWorld();
  updateMap(light, view);
  expect(placeOf([7, 10, 0], light)).toEqual(before);
  const frustum = light.shadow.getFrustum();
  expect(frustum.containsPoint(new Vector3(7, 10, 0))).toBe(true);
  expect(frustum.containsPoint(new Vector3(7, 10, 60))).toBe(false); // behind the eye
});

test('both eyes of a headset share the map that begins in the middle of the head', () => {
  const { light, view } = createMap([60, 100, 30]);
  updateMap(light, view);
  const expected = light.shadow.matrix.toArray();
  const head = new ArrayCamera();
  // eyes that turn outwards by the same angle, as in headsets with a wide view
  for (const side of [-1, 1]) {
    const eye = new PerspectiveCamera();
    eye.position.set(0.4 * side, 10, 45);
    eye.rotation.y = -0.1 * side;
    eye.updateMatrixWorld();
    head.cameras.push(eye);
  }
  head.matrixWorld.copy(head.cameras[0].matrixWorld); // as three has it
  updateMap(light, head);
  light.shadow.matrix.toArray().forEach((value, i) => expect(value).toBeCloseTo(expected[i], 12));
});

test('values that give no finite map give a very large one', () => {
  const { light, map, view } = createMap([0, 100, 0]);
  for (const value of [0, -1, NaN]) {
    map.value = value;
    updateMap(light, view);
    expect(light.shadow.matrix.elements.every(Number.isFinite)).toBe(true);
  }
});

test('without a view, as in older versions of three, the map is the box of the shadow camera', () => {
  const { light } = createMap([0, 100, 0]);
  updateMap(light);
  expect(placeOf([5, 0, 0], light).slice(0, 2)).toContain(1); // three's box is 5 to each side
});

test('a light knows its map', () => {
  const { light, map } = createMap([0, 100, 0]);
  expect(MmdShadow.of(light)).toBe(map);
  expect(MmdShadow.of(new DirectionalLight())).toBeUndefined();
  expect(() => MmdShadow.give(light, 0)).toThrow(RangeError);
});
