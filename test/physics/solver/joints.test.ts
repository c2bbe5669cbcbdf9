import { describe, expect, test } from 'vitest';
import { Bodies } from '#src/physics/solver/bodies.js';
import { angularAxes, Joints, offsets, writeAngularAxes } from '#src/physics/solver/joints.js';
import { fromAngles } from '#src/physics/solver/rotation.js';
import { body, emptyWorld, joint, positionOf, velocityOf } from '#test/support/physics-scenes.js';

/**
 * Two bodies with a joint at their common place. B is then turned by the three angles, one after the other,
 * and moved.
 */
function measure(angles: readonly [number, number, number], move: readonly number[] = [0, 0, 0]): number[] {
  const bodies = new Bodies();
  const a = bodies.add(body(), false);
  const b = bodies.add(body(), true);
  const joints = new Joints();
  const number = joints.add(joint(), a, b, bodies);
  fromAngles(...angles, bodies.rotations, 9 * b);
  bodies.positions.set(move, 3 * b);
  joints.measure(number, bodies);
  return [...offsets];
}

describe('what a joint measures', () => {
  test('a move of B along the axes of A', () => {
    expect(measure([0, 0, 0], [1, 2, 3]).map((value) => value + 0)).toEqual([1, 2, 3, 0, 0, 0]);
  });

  test('a turn of B about one axis is the angle with the other sign: B is where it is seen from', () => {
    for (const axis of [0, 1, 2]) {
      const angles: [number, number, number] = [0, 0, 0];
      angles[axis] = 0.5;
      expect(measure(angles)[3 + axis]).toBeCloseTo(-0.5, 6);
    }
  });

  test('the angle y ends at ±90°, where x and z jump', () => {
    expect(measure([0, -Math.PI / 2, 0])[4]).toBeCloseTo(Math.PI / 2, 3);
    expect(measure([0, Math.PI / 2, 0])[4]).toBeCloseTo(-Math.PI / 2, 3);
  });

  test('the axes of the angles are those of the bodies when nothing is turned', () => {
    measure([0, 0, 0]);
    writeAngularAxes();
    expect([...angularAxes]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });
});

test('a locked joint halves an error of its place in every substep', () => {
  const world = emptyWorld();
  const post = world.addBody(body({ collisionMask: 0 }), false);
  const ball = world.addBody(body({ collisionMask: 0, size: [0, 0, 0] }), true);
  world.addJoint(joint(), post, ball);
  world.placeBody(ball, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.8, 0, 0, 1]);
  for (const expected of [0.4, 0.2, 0.1, 0.05]) {
    world.step();
    expect(positionOf(world, ball)[0]).toBeCloseTo(expected, 4);
  }
});

test('an error of exactly 0 makes no row: a hanging body falls for one substep', () => {
  const world = emptyWorld([0, -98, 0]);
  const post = world.addBody(body({ position: [0, 10, 0], collisionMask: 0 }), false);
  const ball = world.addBody(body({ position: [0, 8, 0], collisionMask: 0 }), true);
  world.addJoint(joint({ position: [0, 10, 0] }), post, ball);
  world.step();
  expect(positionOf(world, ball)[1]).toBeCloseTo(8 - 98 / 3600, 5);
  world.step();
  expect(velocityOf(world, ball)[1]).toBeGreaterThan(0); // pulled back
});

test('a linear limit stops a body, and lets it go back', () => {
  const world = emptyWorld();
  const post = world.addBody(body({ collisionMask: 0 }), false);
  const ball = world.addBody(body({ collisionMask: 0 }), true);
  world.addJoint(joint({ linearLower: [-1, 0, 0], linearUpper: [1, 0, 0] }), post, ball);
  world.setVelocity(ball, [12, 0, 0], [0, 0, 0]);
  for (let n = 0; n < 60; n++) world.step();
  expect(positionOf(world, ball)[0]).toBeGreaterThan(0.99);
  expect(positionOf(world, ball)[0]).toBeLessThan(1.01);
  world.setVelocity(ball, [-6, 0, 0], [0, 0, 0]);
  for (let n = 0; n < 5; n++) world.step();
  expect(positionOf(world, ball)[0]).toBeCloseTo(0.5, 1); // five substeps of 0.1
});

test('free limits (lower > upper) hold nothing', () => {
  const world = emptyWorld();
  const post = world.addBody(body({ collisionMask: 0 }), false);
  const ball = world.addBody(body({ collisionMask: 0 }), true);
  const free = { linearLower: [1, 1, 1], linearUpper: [-1, -1, -1] } as const;
  world.addJoint(joint({ ...free, angularLower: [1, 1, 1], angularUpper: [-1, -1, -1] }), post, ball);
  world.setVelocity(ball, [6, 12, 18], [0, 0, 0]);
  for (let n = 0; n < 60; n++) world.step();
  expect(positionOf(world, ball)).toEqual([6, 12, 18].map((v) => expect.closeTo(v, 3)));
});

test('a locked axis without an error makes no row, even if it has a spring: the body falls for a substep', () => {
  const world = emptyWorld([0, -98, 0]);
  const post = world.addBody(body({ collisionMask: 0 }), false);
  const ball = world.addBody(body({ position: [0, -3, 0], collisionMask: 0 }), true);
  world.addJoint(joint({ linearSpring: [100, 100, 100], angularSpring: [9, 9, 9] }), post, ball);
  world.step();
  expect(positionOf(world, ball)[1]).toBeCloseTo(-3 - 98 / 3600, 5);
});

test('a spring gives the impulse (6 · F − r) · m, at most F / 60', () => {
  const world = emptyWorld();
  const post = world.addBody(body({ collisionMask: 0 }), false);
  const ball = world.addBody(body({ collisionMask: 0, mass: 2 }), true);
  const wide = { linearLower: [-9, -9, -9], linearUpper: [9, 9, 9] } as const;
  world.addJoint(joint({ ...wide, linearSpring: [30, 0, 0] }), post, ball);
  world.placeBody(ball, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1]);
  world.step();
  // F = 0.5 · 30 = 15: the largest impulse 15/60 = 0.25 changes the velocity of a mass of 2 by 0.125.
  expect(velocityOf(world, ball)[0]).toBeCloseTo(-0.125, 5);
});

describe('joints that hold nothing do nothing', () => {
  const cases: readonly (readonly [string, number, number])[] = [
    ['the same body twice', 2, 2],
    ['no body', -1, 2],
    ['a number that is no body', 2, 99],
    ['a fraction', 1, 1.5],
    ['NaN', Number.NaN, 2],
    ['two bodies that forces do not move', 0, 1],
  ];
  for (const [title, a, b] of cases) {
    test(`a joint to ${title}`, () => {
      const world = emptyWorld([0, -98, 0]);
      world.addBody(body({ collisionMask: 0 }), false);
      const ball = world.addBody(body({ position: [0, 5, 0] }), true);
      expect(world.addJoint(joint(), a, b)).toBe(0);
      world.step();
      expect(positionOf(world, ball)[1]).toBeCloseTo(5 - 98 / 3600, 5);
    });
  }
});
