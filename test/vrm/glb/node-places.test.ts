import { NodePlaces } from '#src/vrm/glb/node-places.js';
import { expect, test } from 'vitest';

const HALF = Math.SQRT1_2;

/** Compares up to rounding. */
function expectNumbers(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual).toHaveLength(expected.length);
  expected.forEach((value, i) => expect(actual[i]).toBeCloseTo(value, 6));
}

test('a node is where its parents put it', () => {
  const places = new NodePlaces([
    { translation: [1, 2, 3], rotation: [0, HALF, 0, HALF], scale: [2, 2, 2], children: [1] }, // turned by 90° about y
    { translation: [1, 0, 0], rotation: [HALF, 0, 0, HALF] },
  ]);
  expectNumbers(places.position(1), [1, 2, 1]); // x becomes −z, twice as long
  expectNumbers(places.rotation(1), [0.5, 0.5, -0.5, 0.5]); // (y about 90°)·(x about 90°)
  expect(places.parentOf(1)).toBe(0);
  expect(places.parentOf(0)).toBe(-1);
});

test('a matrix stands for translation, rotation and scale', () => {
  const matrix = [0, 3, 0, 0, -2, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1]; // about z by 90°
  const places = new NodePlaces([{ matrix }]);
  expectNumbers(places.position(0), [5, 6, 7]);
  expectNumbers(places.rotation(0), [0, 0, HALF, HALF]);
});

test.each([
  [[1, 0, 0, 0]],
  [[0, 1, 0, 0]],
  [[0, 0, 1, 0]],
  [[0, 0, 0, 1]],
  [[0.5, -0.5, 0.5, 0.5]],
  [[-0.1, 0.7, -0.5, 0.5]],
])('the rotation %j comes back out of the matrix', (rotation) => {
  const length = Math.hypot(...rotation);
  const found = new NodePlaces([{ rotation }]).rotation(0);
  const dot = rotation.reduce((sum, value, i) => sum + (value / length) * found[i], 0);
  expect(Math.abs(dot)).toBeCloseTo(1, 12);
});

test.each([
  ['a scale of 0', { scale: [0, 1, 1] }],
  ['a rotation of length 0', { rotation: [0, 0, 0, 0] }],
  ['numbers that are none', { translation: ['a', 1, 2], rotation: [1], scale: null }],
  ['a matrix that is too short', { matrix: [1, 2, 3] }],
  ['null in place of a node', null],
])('%s gives a finite place without rotation', (_name, node) => {
  const places = new NodePlaces([node]);
  expectNumbers(places.position(0), [0, 0, 0]);
  expectNumbers(places.rotation(0), [0, 0, 0, 1]);
});

test('a circle of nodes is opened, and a node with two parents follows the first', () => {
  const circle = new NodePlaces([
    { translation: [1, 0, 0], children: [1] },
    { translation: [1, 0, 0], children: [2] },
    { translation: [1, 0, 0], children: [0, 2, 9, 'x'] },
  ]);
  for (let node = 0; node < 3; node++) expect(Math.hypot(...circle.position(node))).toBeLessThanOrEqual(3);
  const twice = new NodePlaces([
    { translation: [1, 0, 0], children: [2] },
    { translation: [5, 0, 0], children: [2] },
    {},
  ]);
  expectNumbers(twice.position(2), [1, 0, 0]);
});

test('a chain of 100,000 nodes does not overflow the stack', () => {
  const nodes = Array.from({ length: 100_000 }, (_, i) => ({ translation: [1, 0, 0], children: [i + 1] }));
  expectNumbers(new NodePlaces(nodes).position(99_999), [100_000, 0, 0]);
});
