import type { MmdModel } from '@odori/model';
import { Box3, Object3D, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { SeenDancers } from '#src/model/webgl/crowd/seen-dancers.js';

/** Boxes of 2 × 20 × 2 units, seen from z = 100. */
const BOX = new Box3(new Vector3(-1, 0, -1), new Vector3(1, 20, 1));
const CAMERA = new PerspectiveCamera(30, 1, 1, 1000);
CAMERA.position.z = 100;
CAMERA.updateMatrixWorld();

function placesAt(...positions: readonly (readonly [x: number, z: number])[]) {
  const mesh = { boundingBox: BOX, boundingSphere: BOX.getBoundingSphere(new Sphere()) };
  return positions.map(([x, z]) => {
    const place = new Object3D();
    place.position.set(x, 0, z);
    place.updateMatrix();
    return { dancer: { mesh } as unknown as MmdModel, place };
  });
}

function look(places: ReturnType<typeof placesAt>, { layered = true, camera = CAMERA } = {}): SeenDancers {
  const seen = new SeenDancers();
  seen.see(places, places.length, new Object3D(), camera, layered);
  return seen;
}

/** The places by layer. */
function layersOf(seen: SeenDancers): number[][] {
  return Array.from({ length: seen.layers }, (_, i) => [
    ...seen.order.subarray(seen.endOf(i - 1), seen.endOf(i)),
  ]);
}

test('dancers are sorted far to near; those that are equally far stay in their order', () => {
  const places = placesAt([0, 0], [30, -20], [10, 0], [-30, 10]);
  expect(layersOf(look(places, { layered: false }))).toEqual([[1, 0, 2, 3]]);
});

test('from behind, the order is the other one', () => {
  const camera = CAMERA.clone();
  camera.position.z = -100;
  camera.rotation.y = Math.PI;
  camera.updateMatrixWorld();
  expect(layersOf(look(placesAt([0, 0], [10, -20]), { layered: false, camera }))).toEqual([[0, 1]]);
});

test('dancers beside each other are in one layer, one in front of another in the next', () => {
  expect(layersOf(look(placesAt([0, 0], [10, 0], [20, -5])))).toEqual([[2, 0, 1]]);
  expect(layersOf(look(placesAt([0, 0], [10, 0], [0, -20])))).toEqual([[2, 1], [0]]);
  expect(layersOf(look(placesAt([0, 10], [0, 0], [0, -10])))).toEqual([[2], [1], [0]]);
});

test('one that is partly behind the eye may overlap all others', () => {
  expect(layersOf(look(placesAt([40, 100], [0, 0])))).toEqual([[1], [0]]);
});

test('neighboring layers are joined, and stay sorted', () => {
  const seen = look(placesAt([0, 0], [0, -10], [0, -20], [0, -30]));
  expect(layersOf(seen)).toEqual([[3], [2], [1], [0]]);
  seen.join(2);
  expect(layersOf(seen)).toEqual([
    [3, 2],
    [1, 0],
  ]);
  seen.join(0);
  expect(layersOf(seen)).toEqual([[3, 2, 1, 0]]);
});

test('no dancer is no layer, also after there was one', () => {
  const seen = look(placesAt([0, 0]));
  seen.see([], 0, new Object3D(), CAMERA, true);
  expect(seen.order).toHaveLength(0);
  expect(seen.endOf(0)).toBe(0);
});
