import { World } from '@odori/physics';
import { expect, test } from 'vitest';
import { createTiming, HALF_STEP, RATE, STEP, STEP_CUBED } from '#src/physics/solver/timing.js';
import { body, joint } from '#test/support/physics-scenes.js';

test('a substep and its inverse are the float32 numbers that Bullet computes', () => {
  const timing = createTiming(1 / 60);
  expect(timing[STEP]).toBe(0.01666666753590107); // the float32 nearest to 1/60
  expect(timing[RATE]).toBe(59.999996185302734); // 1 / 0.0166666675… as a float32
  expect(timing[HALF_STEP]).toBe(0.008333333767950535);
  expect(timing[STEP_CUBED]).toBeCloseTo(1 / 216_000, 11);
});

/** The height of a body after some substeps of a fall from 100. */
function fall(substep: number, substeps: number, changes = {}): number {
  const world = new World();
  world.substep = substep;
  const ball = world.addBody(body({ position: [0, 100, 0], ...changes }), true);
  for (let k = 0; k < substeps; k++) world.step();
  return world.positions[3 * ball + 1];
}

test('a fall in substeps of 1/120 s goes down by 98 / 14400 · (1 + 2 + … + n)', () => {
  expect(fall(1 / 120, 60)).toBeCloseTo(100 - (98 / 14_400) * ((60 * 61) / 2), 3);
  expect(fall(1 / 60, 60)).toBeCloseTo(100 - (98 / 3600) * ((60 * 61) / 2), 3);
});

test('damping leaves the same part of a velocity after a second, whatever the substep', () => {
  const speedAfterSecond = (substep: number): number => {
    const world = new World();
    world.gravity.fill(0);
    const ball = world.addBody(body({ linearDamping: 0.75, angularDamping: 0.5 }), true);
    world.substep = substep; // bodies that are there already follow
    world.setVelocity(ball, [8, 0, 0], [0, 8, 0]);
    for (let k = 0; k < Math.round(1 / substep); k++) world.step();
    const { velocities, angularVelocities } = world.bodies;
    expect(angularVelocities[3 * ball + 1]).toBeCloseTo(4, 3);
    return velocities[3 * ball];
  };
  for (const substep of [1 / 30, 1 / 60, 1 / 120, 1 / 240])
    expect(speedAfterSecond(substep)).toBeCloseTo(2, 3);
});

test('a body that follows its bone has the velocity of its move in the time of the substep', () => {
  for (const substep of [1 / 60, 1 / 120]) {
    const world = new World();
    world.substep = substep;
    const hand = world.addBody(body(), false);
    world.moveBody(hand, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1]);
    world.step();
    expect(world.bodies.velocities[3 * hand]).toBeCloseTo(0.5 / substep, 3);
  }
});

test('a pendulum swings with the same period in finer substeps', () => {
  const lowest = (substep: number): number => {
    const world = new World();
    world.hasGround = false;
    world.substep = substep;
    const pivot = world.addBody(body(), false);
    const bob = world.addBody(body({ position: [4, 0, 0], size: [2, 0, 0], collisionMask: 0 }), true);
    const free = [1, 1, 1] as const;
    world.addJoint(joint({ angularLower: free, angularUpper: [-1, -1, -1] }), pivot, bob);
    for (let k = 1; k < 1000; k++) {
      world.step();
      if (world.positions[3 * bob] <= 0) return k * substep;
    }
    return Infinity;
  };
  // a quarter of a period, released at 90°: K(sin 45°) · √(I / m g l) = 1.8541 · √((4² + 0.4 · 2²) / (98 ·
  // 4))
  for (const substep of [1 / 60, 1 / 120, 1 / 240]) expect(lowest(substep)).toBeCloseTo(0.393, 1);
});

test('a substep that is changed to itself changes nothing', () => {
  const run = (set: boolean): Float32Array => {
    const world = new World();
    world.addBody(body({ position: [0, 5, 0], restitution: 0.5, linearDamping: 0.1 }), true);
    for (let k = 0; k < 100; k++) {
      if (set) world.substep = k % 2 === 0 ? 1 / 120 : 1 / 60;
      if (set) world.substep = 1 / 60;
      world.step();
    }
    return world.bodies.positions;
  };
  expect(run(true)).toEqual(run(false));
});

test.each([0, -1, NaN, Infinity, 1 / 20, 1e-4])('a substep of %d s is refused', (seconds) => {
  const world = new World();
  expect(() => (world.substep = seconds)).toThrow(RangeError);
  expect(world.substep).toBe(1 / 60);
});
