import { array, assert, double, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BodyDefinition, Vector } from '#src/physics/solver/bodies.js';
import { World } from '#src/physics/solver/world.js';
import { body, emptyWorld, joint, positionOf, velocityOf } from '#test/support/physics-scenes.js';
import { RUNS } from '#test/support/runs.js';

/** A case is a world that moves for some substeps. */
const NUM_RUNS = Math.max(20, Math.floor(RUNS / 10));

describe('any world', () => {
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

  /**
   * A body on a post, mirrored in x if `side` is −1: x changes its sign, and turns about y and z change
   * theirs.
   */
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
