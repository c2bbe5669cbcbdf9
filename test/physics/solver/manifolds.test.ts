import { expect, test } from 'vitest';
import { Bodies } from '#src/physics/solver/bodies.js';
import {
  candidate,
  DISTANCE,
  LIFETIME,
  Manifolds,
  NORMAL,
  POINT_B,
  POINT_IMPULSE,
} from '#src/physics/solver/manifolds.js';
import { body } from '#test/support/physics-scenes.js';

/** Two large boxes one above the other: points are kept within 0.02 · √3 · 10 = 0.346. */
function create(): { bodies: Bodies; manifolds: Manifolds } {
  const bodies = new Bodies();
  const manifolds = new Manifolds();
  bodies.add(body({ shape: 1, size: [10, 10, 10], position: [0, 20, 0] }), true);
  bodies.add(body({ shape: 1, size: [10, 10, 10] }), false);
  manifolds.add(1, 2, bodies);
  return { bodies, manifolds };
}

function offer(
  { bodies, manifolds }: ReturnType<typeof create>,
  x: number,
  z: number,
  distance = -0.1,
): void {
  candidate.set([x, 10, z], POINT_B);
  candidate.set([0, 1, 0], NORMAL);
  candidate[DISTANCE] = distance;
  manifolds.offer(0, bodies);
}

function placesOf({ manifolds }: ReturnType<typeof create>): number[][] {
  return Array.from({ length: manifolds.pointCounts[0] }, (_, i) => {
    const o = manifolds.offsetOf(0, i);
    return [manifolds.points[o + POINT_B], manifolds.points[o + POINT_B + 2]];
  });
}

test('points that are far from each other join, up to four', () => {
  const scene = create();
  for (const [x, z] of [
    [0, 0],
    [5, 0],
    [5, 5],
  ])
    offer(scene, x, z);
  expect(placesOf(scene)).toEqual([
    [0, 0],
    [5, 0],
    [5, 5],
  ]);
});

test('a point that is farther away than the limit is no contact', () => {
  const scene = create();
  offer(scene, 0, 0, 0.35);
  expect(scene.manifolds.pointCounts[0]).toBe(0);
  offer(scene, 0, 0, 0.34);
  expect(scene.manifolds.pointCounts[0]).toBe(1);
});

test('a point near an old one takes its place, impulse and age', () => {
  const scene = create();
  offer(scene, 0, 0);
  const o = scene.manifolds.offsetOf(0, 0);
  scene.manifolds.points[o + POINT_IMPULSE] = 3;
  scene.manifolds.points[o + LIFETIME] = 7;
  offer(scene, 0.25, 0);
  expect(placesOf(scene)).toEqual([[0.25, 0]]);
  expect(scene.manifolds.points[o + POINT_IMPULSE]).toBe(3);
  expect(scene.manifolds.points[o + LIFETIME]).toBe(7);
});

test('a fifth point takes the place of the one without which the areas are largest, but never of the deepest', () => {
  // Bullet compares areas between two diagonals: with the fifth point at −5, 5 and the fourth at 1, 1 these
  // are, without point 0, 1, 2 and 3: 40, 80, 120 and 200 (squared).
  const scene = create();
  for (const [x, z] of CORNERS) offer(scene, x, z);
  offer(scene, 1, 1);
  offer(scene, -5, 5);
  expect(placesOf(scene)).toEqual([...CORNERS, [-5, 5]]);

  const deep = create();
  for (const [x, z] of CORNERS) offer(deep, x, z);
  offer(deep, 1, 1, -0.3);
  offer(deep, -5, 5);
  expect(placesOf(deep)).toEqual([CORNERS[0], CORNERS[1], [-5, 5], [1, 1]]);
});

const CORNERS = [
  [5, -5],
  [-5, -5],
  [5, 5],
];

test('points move with their bodies, grow older, and go when the bodies part', () => {
  const scene = create();
  offer(scene, 0, 0);
  const o = scene.manifolds.offsetOf(0, 0);
  scene.bodies.positions[4] = 20.3;
  scene.manifolds.refresh(0, scene.bodies);
  expect(scene.manifolds.points[o + DISTANCE]).toBeCloseTo(0.2, 5); // it was −0.1
  expect(scene.manifolds.points[o + LIFETIME]).toBe(1);
  scene.bodies.positions[4] = 20.5;
  scene.manifolds.refresh(0, scene.bodies);
  expect(scene.manifolds.pointCounts[0]).toBe(0);
});

test('points go when the bodies slide apart, and the last one fills the gap', () => {
  const scene = create();
  for (const [x, z] of [
    [0, 0],
    [5, 0],
    [5, 5],
  ])
    offer(scene, x, z);
  scene.bodies.positions[3] = 0.4; // A moves by more than 0.346
  scene.manifolds.refresh(0, scene.bodies);
  expect(scene.manifolds.pointCounts[0]).toBe(0);
});

test('the last manifold takes the place of one that ends', () => {
  const { bodies, manifolds } = create();
  bodies.add(body(), true);
  manifolds.add(1, 3, bodies);
  manifolds.add(2, 3, bodies);
  manifolds.remove(0);
  expect(manifolds.count).toBe(2);
  expect([...manifolds.bodiesA.subarray(0, 2)]).toEqual([2, 1]);
  expect([...manifolds.bodiesB.subarray(0, 2)]).toEqual([3, 3]);
});
