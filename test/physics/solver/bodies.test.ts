import { describe, expect, test } from 'vitest';
import { Bodies, storable } from '#src/physics/solver/bodies.js';
import { body } from '#test/support/physics-scenes.js';

test('body 0 is the ground: friction 0.5, restitution 0.88, group 15, all masks', () => {
  const { count, frictions, restitutions, groups, masks, dynamic } = new Bodies();
  expect(count).toBe(1);
  expect(frictions[0]).toBe(0.5);
  expect(restitutions[0]).toBeCloseTo(0.88, 6);
  expect([groups[0], masks[0], dynamic[0]]).toEqual([0x8000, 0xffff, 0]);
});

test('a damping leaves (1 − d) ^ (1/60) of a velocity', () => {
  const bodies = new Bodies();
  const number = bodies.add(body({ linearDamping: 0.5, angularDamping: 1 }), true);
  expect(bodies.linearFactors[number]).toBeCloseTo(0.988514, 6); // 0.5 ^ (1/60)
  expect(bodies.angularFactors[number]).toBe(0);
});

test('a turned body has its inertia turned', () => {
  const bodies = new Bodies();
  const size = [1, 2, 3] as const; // inertia 13, 10, 5 for a mass of 3
  const number = bodies.add(body({ shape: 1, size, mass: 3, rotation: [0, 0, Math.PI / 2] }), true);
  const inverse = bodies.inverseInertias.subarray(9 * number, 9 * number + 9);
  // A quarter turn about z swaps x and y.
  expect([inverse[0], inverse[4], inverse[8]]).toEqual(
    [1 / 10, 1 / 13, 1 / 5].map((v) => expect.closeTo(v, 6)),
  );
  expect(inverse[1]).toBeCloseTo(0, 6);
});

test('more bodies than there was room for keep their values', () => {
  const bodies = new Bodies();
  for (let i = 1; i <= 100; i++) bodies.add(body({ position: [i, 0, 0] }), true);
  expect(bodies.count).toBe(101);
  expect(bodies.positions[3 * 7]).toBe(7);
  expect(bodies.inverseMasses[100]).toBe(1);
});

describe('numbers that make no sense', () => {
  const values = [Number.NaN, Infinity, -Infinity, -1, 0, 1e-30, 1e30, 1e300];
  for (const value of values) {
    test(`mass, size, damping, position and angle ${value} give finite numbers`, () => {
      const bodies = new Bodies();
      for (const shape of [0, 1, 2, 3, -1, 7]) {
        const vector = [value, value, value] as const;
        const damping = { linearDamping: value, angularDamping: value };
        const material = { friction: value, restitution: value, mass: value };
        bodies.add(
          body({ shape, size: vector, position: vector, rotation: vector, ...damping, ...material }),
          true,
        );
      }
      const arrays = [bodies.positions, bodies.rotations, bodies.inverseMasses, bodies.inverseInertias];
      for (const array of [...arrays, bodies.linearFactors, bodies.frictions]) {
        expect([...array].every(Number.isFinite)).toBe(true);
      }
    });
  }

  test('a body of mass 0, less than 0 or NaN is not dynamic', () => {
    const bodies = new Bodies();
    for (const mass of [0, -1, Number.NaN]) expect(bodies.dynamic[bodies.add(body({ mass }), true)]).toBe(0);
    expect(bodies.dynamic[bodies.add(body({ mass: 1 }), false)]).toBe(0);
    expect(bodies.dynamic[bodies.add(body({ mass: 1 }), true)]).toBe(1);
  });

  test('storable keeps numbers that can be squared', () => {
    expect([storable(2), storable(Number.NaN), storable(Infinity), storable(1e30)]).toEqual([
      2,
      0,
      0,
      Math.fround(1e18),
    ]);
  });
});
