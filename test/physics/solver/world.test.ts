import { describe, expect, test } from 'vitest';
import type { Vector } from '#src/physics/solver/bodies.js';
import { LIFETIME, POINT_IMPULSE } from '#src/physics/solver/manifolds.js';
import { World } from '#src/physics/solver/world.js';
import {
  body,
  createPile,
  emptyWorld,
  joint,
  matrixOf,
  PILE_STATE,
  positionOf,
  stateOf,
  velocityOf,
} from '#test/support/physics-scenes.js';

test('two equal spheres of restitution 1 exchange their velocities', () => {
  const world = emptyWorld();
  const left = world.addBody(body({ position: [-2, 0, 0], restitution: 1 }), true);
  const right = world.addBody(body({ position: [2, 0, 0], restitution: 1 }), true);
  world.setVelocity(left, [6, 0, 0], [0, 0, 0]);
  for (let n = 0; n < 60; n++) world.step();
  expect(velocityOf(world, left)[0]).toBeCloseTo(0, 0);
  expect(velocityOf(world, right)[0]).toBeCloseTo(6, 0);
  expect(velocityOf(world, left)[0] + velocityOf(world, right)[0]).toBeCloseTo(6, 5);
});

describe('a body that follows its bone for a while', () => {
  test('goes where it is put, and falls on with the velocities of its last move', () => {
    const world = emptyWorld([0, -98, 0]);
    const ball = world.addBody(body(), true);
    world.setDynamic(ball, false);
    world.moveBody(ball, matrixOf([0.5, 0, 0]));
    world.step();
    expect(positionOf(world, ball)).toEqual([0.5, 0, 0]);
    world.setDynamic(ball, true);
    world.step();
    expect(positionOf(world, ball)[0]).toBeCloseTo(1, 5);
    expect(positionOf(world, ball)[1]).toBeCloseTo(-98 / 3600, 6);
  });

  test('stays where it is until it is put elsewhere', () => {
    const world = emptyWorld([0, -98, 0]);
    const ball = world.addBody(body(), true);
    for (let n = 0; n < 3; n++) world.step();
    const place = positionOf(world, ball);
    world.setDynamic(ball, false);
    world.step();
    expect(positionOf(world, ball)).toEqual(place);
  });

  test('shares a push by its mass: a body that hangs on it falls half as fast as it would alone', () => {
    const world = emptyWorld([0, -98, 0]);
    const upper = world.addBody(body({ collisionMask: 0 }), true);
    const lower = world.addBody(body({ position: [0, -3, 0], collisionMask: 0 }), true);
    world.addJoint(joint({ position: [0, -3, 0] }), upper, lower);
    world.setDynamic(upper, false);
    world.placeBody(lower, matrixOf([0, -3.001, 0])); // an error of exactly 0 would not count as one
    world.step();
    // The joint takes the sum of both velocities to 0.03 upwards, and shares it: −98 / 60 / 2 + 0.015 for the
    // lower body.
    expect(velocityOf(world, lower)[1]).toBeCloseTo(-98 / 60 / 2 + 0.015, 3);
  });

  test('stands on the ground as soon as it falls, though it followed its bone when the world began', () => {
    const world = new World();
    const ball = world.addBody(body({ position: [0, 1, 0] }), true);
    world.setDynamic(ball, false);
    for (let n = 0; n < 3; n++) world.step();
    world.setDynamic(ball, true);
    for (let n = 0; n < 60; n++) world.step();
    expect(positionOf(world, ball)[1]).toBeCloseTo(1, 1);
  });

  test('cannot be made of a body without a mass', () => {
    const world = emptyWorld([0, -98, 0]);
    const post = world.addBody(body(), false);
    world.setDynamic(post, true);
    world.step();
    expect(positionOf(world, post)).toEqual([0, 0, 0]);
  });
});

test('a world that forgets its contacts goes on like a new world in the same state', () => {
  const used = createPile();
  for (let n = 0; n < 60; n++) used.step();
  const fresh = createPile();
  for (const world of [used, fresh]) {
    for (let number = 1; number < world.bodies.count; number++) {
      world.placeBody(number, matrixOf([number % 3, 3 + 2 * number, 0.1 * number]));
    }
    world.forgetContacts();
    for (let n = 0; n < 60; n++) world.step();
  }
  expect(stateOf(used)).toBe(stateOf(fresh));
});

test('joints of bodies that stand still count in the order of the others', () => {
  const run = (idle: boolean): number[] => {
    const world = emptyWorld([0, -98, 0]);
    const numbers = [0, 1.5, 3, 4.5].map((x, i) =>
      world.addBody(body({ position: [x, 0, 0], size: [0.5, 0, 0], collisionMask: 0 }), i > 0),
    );
    for (let i = 0; i < 3; i++) {
      const free = { angularLower: [-3, -1.5, -3], angularUpper: [3, 1.5, 3] } as const;
      world.addJoint(joint({ position: [1.5 * i, 0, 0], ...free }), numbers[i], numbers[i + 1]);
    }
    if (idle) world.addJoint(joint(), world.addBody(body({ collisionMask: 0 }), false), numbers[0]);
    for (let n = 0; n < 10; n++) world.step();
    return positionOf(world, numbers[3]);
  };
  // 3 equal keys come out as 2 1 0; with one that is smaller, at the end of the list, as 3 1 2 0 or the like.
  expect(run(true)).not.toEqual(run(false));
});

test('a sphere at rest on the ground presses with m · 98 / 60', () => {
  const world = new World();
  const ball = world.addBody(body({ position: [0, 1, 0], mass: 3 }), true);
  for (let n = 0; n < 120; n++) world.step();
  expect(positionOf(world, ball)[1]).toBeCloseTo(1, 2);
  expect(world.manifolds.points[POINT_IMPULSE]).toBeCloseTo((3 * 98) / 60, 3);
});

test('a ball that hits the ground goes up with 0.88 · its own restitution', () => {
  const world = new World();
  const ball = world.addBody(body({ position: [0, 1, 0], restitution: 0.5 }), true);
  world.gravity.fill(0);
  world.setVelocity(ball, [0, -10, 0], [0, 0, 0]);
  world.step();
  expect(velocityOf(world, ball)[1]).toBeCloseTo(4.4, 4);
});

test('a ball that is about to hit the ground may still come nearer: by 12 · distance a second', () => {
  const world = new World();
  const ball = world.addBody(body({ position: [0, 1.01, 0], restitution: 0 }), true);
  world.gravity.fill(0);
  world.setVelocity(ball, [0, -10, 0], [0, 0, 0]);
  world.step();
  expect(velocityOf(world, ball)[1]).toBeCloseTo(-0.12, 4);
});

test('without the ground a ball falls through it', () => {
  const world = new World();
  const ball = world.addBody(body({ position: [0, 1.01, 0] }), true);
  world.step();
  expect(world.manifolds.points[LIFETIME]).toBe(1);
  world.hasGround = false;
  for (let n = 0; n < 60; n++) world.step();
  expect(positionOf(world, ball)[1]).toBeLessThan(-10);
  expect(world.manifolds.pointCounts[0]).toBe(0);
});

test('friction slows a box that slides on the ground by μ · g, a box without friction slides on', () => {
  const slowed = [0, 1].map((friction) => {
    const world = new World();
    const box = world.addBody(body({ shape: 1, size: [2, 0.2, 2], position: [0, 0.2, 0], friction }), true);
    world.setVelocity(box, [50, 0, 0], [0, 0, 0]);
    const speeds = Array.from({ length: 40 }, () => {
      world.step();
      return velocityOf(world, box)[0];
    });
    return (speeds[9] - speeds[39]) / 30;
  });
  expect(slowed[0]).toBeCloseTo(0, 4);
  expect(slowed[1]).toBeCloseTo((0.5 * 98) / 60, 1); // 0.8167 in a substep
});

test('the friction of two bodies is the product of theirs, at most 10', () => {
  const slowed = [20, 200, 2000].map((friction) => {
    const world = emptyWorld();
    // A wedge that presses from above while the lower one stands.
    world.addBody(body({ shape: 1, size: [9, 1, 9], friction: 1 }), false);
    const box = world.addBody(body({ shape: 1, size: [1, 1, 1], position: [0, 1.99, 0], friction }), true);
    world.setVelocity(box, [100, -1, 0], [0, 0, 0]);
    world.step();
    return 100 - velocityOf(world, box)[0];
  });
  expect(slowed[0]).toBeGreaterThan(5);
  expect(slowed[1]).toBe(slowed[0]);
  expect(slowed[2]).toBe(slowed[0]);
});

test('readPose gives what placeBody was given', () => {
  const world = emptyWorld();
  const number = world.addBody(body(), true);
  const matrix = matrixOf([1, 2, 3], [0.5, 0.5, 0.5, 0.5]);
  world.placeBody(number, [9, ...matrix], 1);
  const out = [7, ...Array.from({ length: 16 }, () => 0)];
  expect(world.readPose(number, out, 1)).toBe(out);
  expect(out).toEqual([7, ...matrix]);
});

describe('a body that is carried', () => {
  /**
   * A hand that moves by 6 and turns by 3, and a ball one unit to its right that moves by 10 and turns by 5.
   */
  function handAndBall(): { world: World; hand: number; ball: number } {
    const world = emptyWorld();
    const hand = world.addBody(body(), false);
    const ball = world.addBody(body({ position: [1, 0, 0] }), true);
    world.setVelocity(hand, [6, 0, 0], [0, 0, 3]);
    world.setVelocity(ball, [10, 0, 0], [0, 0, 5]);
    return { world, hand, ball };
  }

  function motionOf({ bodies }: World, number: number): number[] {
    const [o, end] = [3 * number, 3 * number + 3];
    return [...bodies.velocities.subarray(o, end), ...bodies.angularVelocities.subarray(o, end)];
  }

  test.each([
    ['keeps all of its motion', 1, 1, [10, 0, 0, 0, 0, 5]],
    // As a part of the hand it would move by (6, 3, 0): 3 radians a second, one unit away.
    ['moves as a part of the other body if it keeps none beside that', 0, 1, [6, 3, 0, 0, 0, 3]],
    ['keeps half beside it', 0.5, 1, [8, 1.5, 0, 0, 0, 4]],
    ['takes over a change of pace', 1, 0.5, [7, -1.5, 0, 0, 0, 3.5]],
    ['is at rest with nothing of both', 0, 0, [0, 0, 0, 0, 0, 0]],
  ])('%s', (_, kept, shared, expected) => {
    const { world, hand, ball } = handAndBall();
    world.carryBody(ball, matrixOf([7, 8, 9]), hand, kept, shared);
    expect(positionOf(world, ball)).toEqual([7, 8, 9]);
    motionOf(world, ball).forEach((value, i) => expect(value).toBeCloseTo(expected[i], 6));
  });
});

test('a pose that is not finite is not taken', () => {
  const world = emptyWorld();
  const post = world.addBody(body(), false);
  world.moveBody(post, matrixOf([Number.NaN, 0, 0]));
  world.placeBody(post, matrixOf([Infinity, 0, 0]));
  world.step();
  expect(positionOf(world, post)).toEqual([0, 0, 0]);
  expect(velocityOf(world, post)).toEqual([0, 0, 0]);
});

test('two runs give the same bytes', () => {
  const [first, second] = [createPile(), createPile()];
  for (let n = 0; n < 300; n++) {
    first.step();
    second.step();
  }
  expect(stateOf(first)).toBe(stateOf(second));
  // A test in the browser, and one in a worker there, expect the same.
  expect(stateOf(first)).toBe(PILE_STATE);
  expect(first.faults).toBe(0);
});

test('nothing of a pile flies off or sinks into the ground', () => {
  const world = createPile();
  for (let n = 0; n < 900; n++) world.step();
  for (let number = 1; number <= 12; number++) {
    expect(positionOf(world, number)[1], `body ${number}`).toBeGreaterThan(0.2);
    expect(positionOf(world, number)[1], `body ${number}`).toBeLessThan(10);
    expect(Math.hypot(...velocityOf(world, number)), `body ${number}`).toBeLessThan(10);
  }
});

describe('hostile worlds', () => {
  const NUMBERS = [Number.NaN, Infinity, -Infinity, 0, -1, 1e-30, 1e30, -1e30, 1e300, 5e-324];

  function checkFinite({ bodies }: World): void {
    for (const numbers of [bodies.positions, bodies.rotations, bodies.velocities, bodies.angularVelocities]) {
      expect(numbers.every(Number.isFinite)).toBe(true);
    }
  }

  for (const value of NUMBERS) {
    test(`mass, sizes, limits and springs of ${value}`, () => {
      const vector: Vector = [value, value, value];
      const world = new World();
      for (let i = 0; i < 9; i++) {
        const shape = { shape: i % 3, size: i < 3 ? vector : ([1, 1, 1] as const) };
        const mass = i < 6 ? value : 1;
        const rest = { restitution: value, friction: value, linearDamping: value };
        world.addBody(body({ ...shape, mass, position: [i / 2, 1, 0], ...(i === 7 ? rest : {}) }), i !== 8);
      }
      for (let i = 1; i < 9; i++) {
        world.addJoint(joint({ linearSpring: vector, angularSpring: vector, linearUpper: vector }), i, i + 1);
        world.addJoint(joint({ position: vector, rotation: vector, angularLower: vector }), i + 1, i);
      }
      world.setVelocity(1, vector, vector);
      world.gravity.fill(value);
      for (let n = 0; n < 20; n++) world.step();
      checkFinite(world);
    });
  }

  test('reversed and infinite limits', () => {
    const world = emptyWorld([0, -98, 0]);
    const post = world.addBody(body({ collisionMask: 0 }), false);
    const limits = [-Infinity, Infinity, -1e30, 1e30, 0];
    for (const lower of limits) {
      for (const upper of limits) {
        const ball = world.addBody(body({ position: [1, 0, 0], collisionMask: 0 }), true);
        const linear = { linearLower: [lower, lower, lower], linearUpper: [upper, upper, upper] } as const;
        const angular = { angularLower: [lower, lower, lower], angularUpper: [upper, upper, upper] } as const;
        world.addJoint(joint({ ...linear, ...angular, angularSpring: [10, 10, 10] }), post, ball);
      }
    }
    for (let n = 0; n < 60; n++) world.step();
    checkFinite(world);
  });

  test('10,000 coincident bodies do not hang: the pairs are limited', () => {
    const world = emptyWorld([0, -98, 0]);
    for (let i = 0; i < 10_000; i++) world.addBody(body(), true);
    for (let n = 0; n < 3; n++) world.step();
    checkFinite(world);
    expect(world.manifolds.count).toBeGreaterThan(1000);
    expect(world.manifolds.count).toBeLessThanOrEqual(16_384);
  });

  test('10,000 joints between two bodies', () => {
    const world = emptyWorld([0, -98, 0]);
    const post = world.addBody(body({ collisionMask: 0 }), false);
    const ball = world.addBody(body({ position: [0, -3, 0], collisionMask: 0 }), true);
    for (let i = 0; i < 10_000; i++) world.addJoint(joint({ angularSpring: [1, 1, 1] }), post, ball);
    for (let n = 0; n < 5; n++) world.step();
    checkFinite(world);
  });

  test('a body whose numbers overflow is stopped and counted', () => {
    const world = emptyWorld([1e18, 0, 0]);
    const ball = world.addBody(body(), true);
    for (let n = 0; n < 200; n++) world.step();
    checkFinite(world);
    expect(world.faults).toBeGreaterThan(0);
    expect(velocityOf(world, ball).every(Number.isFinite)).toBe(true);
  });
});
