import { assert, double, integer, property, tuple, array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BodyDefinition, Vector } from '#src/physics/solver/bodies.js';
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
import { RUNS } from '#test/support/runs.js';

const NUM_RUNS = Math.max(20, Math.floor(RUNS / 10));

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

describe('properties', () => {
  const number = double({ min: -3, max: 3, noNaN: true });
  const anyBody = tuple(
    integer({ min: 0, max: 2 }),
    tuple(...Array.from({ length: 3 }, () => double({ min: 0.1, max: 1, noNaN: true }))),
    tuple(number, number, number),
    tuple(number, number, number),
    double({ min: 0.1, max: 10, noNaN: true }),
  );
  const anyWorld = array(anyBody, { minLength: 1, maxLength: 8 });
  type AnyBody = [number, number[], Vector, Vector, number];

  function define([shape, size, position, rotation, mass]: AnyBody): BodyDefinition {
    return body({
      shape,
      size: size as unknown as Vector,
      position,
      rotation,
      mass,
      friction: 0.5,
      restitution: 0.3,
    });
  }

  test('random worlds with a chain of joints stay finite', () => {
    assert(
      property(anyWorld, array(number, { minLength: 6, maxLength: 6 }), (bodies, limits) => {
        const world = new World();
        const numbers = (bodies as AnyBody[]).map((one, i) => world.addBody(define(one), i > 0));
        const [a, b, c, d, e, g] = limits;
        for (let i = 1; i < numbers.length; i++) {
          const angular = {
            angularLower: [a, b, c],
            angularUpper: [d, e, g],
            angularSpring: [9, 0, 9],
          } as const;
          world.addJoint(joint({ ...angular, linearUpper: [a, d, 0] }), numbers[i - 1], numbers[i]);
        }
        for (let n = 0; n < 30; n++) world.step();
        expect(world.bodies.positions.every(Number.isFinite)).toBe(true);
        expect(world.bodies.rotations.every(Number.isFinite)).toBe(true);
        expect(world.faults).toBe(0);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test('momentum stays when nothing acts from outside', () => {
    assert(
      property(anyWorld, (bodies) => {
        const world = emptyWorld();
        const numbers = (bodies as AnyBody[]).map((one) =>
          world.addBody({ ...define(one), collisionMask: 0x7fff }, true),
        );
        numbers.forEach((own, i) => world.setVelocity(own, [i - 2, 3 - i, i % 3], [1, 0, -1]));
        for (let i = 1; i < numbers.length; i++) world.addJoint(joint(), numbers[i - 1], numbers[i]);
        const before = momentumOf(world, bodies);
        for (let n = 0; n < 10; n++) world.step();
        const after = momentumOf(world, bodies);
        // The rounding of each body's momentum, which the impulses of deep overlaps make large.
        const sum = numbers.reduce(
          (total, own, i) => total + bodies[i][4] * Math.hypot(...velocityOf(world, own)),
          1,
        );
        after.forEach((value, axis) => expect(Math.abs(value - before[axis])).toBeLessThan(1e-4 * sum));
      }),
      { numRuns: NUM_RUNS },
    );
  });

  function momentumOf(world: World, bodies: readonly AnyBody[]): number[] {
    return [0, 1, 2].map((axis) =>
      bodies.reduce((sum, [, , , , mass], i) => sum + mass * velocityOf(world, i + 1)[axis], 0),
    );
  }

  test('a mirrored world gives mirrored results', () => {
    assert(
      property(anyBody, tuple(number, number, number), (one, velocity) => {
        const worlds = [1, -1].map((side) => createPendulum(define(one as AnyBody), velocity, side));
        for (let n = 0; n < 30; n++) for (const world of worlds) world.step();
        const [own, mirrored] = worlds.map((world) => positionOf(world, 2));
        expect(Math.abs(mirrored[0] + own[0])).toBeLessThanOrEqual(1e-6);
        expect(Math.abs(mirrored[1] - own[1])).toBeLessThanOrEqual(1e-6);
        expect(Math.abs(mirrored[2] - own[2])).toBeLessThanOrEqual(1e-6);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  /** A body on a post, mirrored in x if `side` is −1: x changes its sign, and turns about y and z change theirs. */
  function createPendulum(definition: BodyDefinition, [vx, vy, vz]: Vector, side: number): World {
    const world = emptyWorld([0, -98, 0]);
    const mirror = ([x, y, z]: Vector): Vector => [side * x, y, z];
    const mirrorTurn = ([x, y, z]: Vector): Vector => [x, side * y, side * z];
    const post = world.addBody(body({ collisionMask: 0 }), false);
    const { position, rotation } = definition;
    const changes = { position: mirror(position), rotation: mirrorTurn(rotation), collisionMask: 0 };
    const ball = world.addBody({ ...definition, ...changes, angularDamping: 0.9, linearDamping: 0.9 }, true);
    // Springs without limits: a limit that is just met, or just not, would part the two worlds.
    const wide = {
      linearLower: [-90, -90, -90],
      linearUpper: [90, 90, 90],
      linearSpring: [40, 40, 40],
    } as const;
    world.addJoint(joint({ ...wide, angularLower: [1, 1, 1], angularUpper: [-1, -1, -1] }), post, ball);
    world.setVelocity(ball, mirror([vx, vy, vz]), [0, 0, 0]);
    return world;
  }
});
