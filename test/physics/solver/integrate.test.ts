import { expect, test } from 'vitest';
import {
  positionOf,
  angularVelocityOf,
  body,
  emptyWorld,
  joint,
  matrixOf,
  velocityOf,
} from '#test/support/physics-scenes.js';

test('a body that falls is at y₀ − 98 · n(n + 1) / 7200 after n substeps', () => {
  const world = emptyWorld([0, -98, 0]);
  const ball = world.addBody(body({ position: [1, 500, 2] }), true);
  for (let n = 1; n <= 120; n++) {
    world.step();
    expect(positionOf(world, ball)[1]).toBeCloseTo(500 - (98 * n * (n + 1)) / 7200, 2);
  }
  expect(positionOf(world, ball)[0]).toBe(1);
});

test('damping acts after gravity: v = (v − 98/60) · (1 − d) ^ (1/60)', () => {
  const world = emptyWorld([0, -98, 0]);
  const ball = world.addBody(body({ linearDamping: 0.75 }), true);
  let expected = 0;
  for (let n = 0; n < 60; n++) {
    world.step();
    expected = (expected - 98 / 60) * 0.25 ** (1 / 60);
    expect(velocityOf(world, ball)[1]).toBeCloseTo(expected, 3);
  }
});

test('a damping of 1 lets nothing move', () => {
  const world = emptyWorld([0, -98, 0]);
  const ball = world.addBody(body({ linearDamping: 1, position: [0, 5, 0] }), true);
  for (let n = 0; n < 10; n++) world.step();
  expect(positionOf(world, ball)).toEqual([0, 5, 0]);
});

test('a spin of 120 rad/s is limited to 94.25, and turns 2 · atan2(94.25 · k, cos(π/8)) in a substep', () => {
  const world = emptyWorld();
  const ball = world.addBody(body(), true);
  world.setVelocity(ball, [0, 0, 0], [0, 120, 0]);
  world.step();
  expect(angularVelocityOf(world, ball)[1]).toBeCloseTo(94.2478, 3); // π/2 · 60
  // The speed is taken as π/4 · 60 = 47.124 in the sine: k = sin(π/8) / 47.124, and 94.2478 · k = 2 sin(π/8).
  const turn = 2 * Math.atan2(2 * Math.sin(Math.PI / 8), Math.cos(Math.PI / 8));
  const r = world.bodies.rotations.subarray(9 * ball, 9 * ball + 9);
  expect(Math.atan2(r[2], r[0])).toBeCloseTo(turn, 4);
});

test('slow and fast spins turn by their angle', () => {
  for (const speed of [0.0005, 1, 30]) {
    const world = emptyWorld();
    const ball = world.addBody(body(), true);
    world.setVelocity(ball, [0, 0, 0], [0, 0, speed]);
    for (let n = 0; n < 3; n++) world.step();
    const r = world.bodies.rotations.subarray(9 * ball, 9 * ball + 9);
    expect(Math.atan2(r[3], r[0])).toBeCloseTo((3 * speed) / 60, 5);
  }
});

test('a body that is moved has the velocity of its move', () => {
  const world = emptyWorld();
  const post = world.addBody(body(), false);
  const half = 0.05; // a turn of 0.1 rad about x
  world.moveBody(post, matrixOf([0.5, 0, -0.25], [Math.sin(half), 0, 0, Math.cos(half)]));
  world.step();
  expect(positionOf(world, post)).toEqual([0.5, 0, -0.25]);
  expect(velocityOf(world, post)).toEqual([30, 0, -15].map((v) => expect.closeTo(v, 4)));
  expect(angularVelocityOf(world, post)[0]).toBeCloseTo(6, 2); // 0.1 · 60
  world.step();
  expect(velocityOf(world, post)).toEqual([0, 0, 0]);
});

test('a turn below 7e-4 rad has no angular velocity: the float32 arc cosine does not see it', () => {
  const world = emptyWorld();
  const post = world.addBody(body(), false);
  const half = 1e-4;
  world.moveBody(post, matrixOf([0, 0, 0], [Math.sin(half), 0, 0, Math.cos(half)]));
  world.step();
  expect(angularVelocityOf(world, post)).toEqual([0, 0, 0]);
});

test('a body that follows a bone of scale 0 keeps a finite spin, and does not stop the bodies that hang on it', () => {
  const world = emptyWorld([0, -98, 0]);
  const hand = world.addBody(body({ position: [0, 10, 0] }), false);
  const hair = world.addBody(body({ position: [0, 8, 0], collisionMask: 0 }), true);
  world.addJoint(joint({ position: [0, 9, 0] }), hand, hair);
  const flat = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 1];
  for (let n = 0; n < 3; n++) {
    world.moveBody(hand, flat);
    world.step();
    expect(angularVelocityOf(world, hand).every(Number.isFinite)).toBe(true);
  }
  expect(world.faults).toBe(0);
});
