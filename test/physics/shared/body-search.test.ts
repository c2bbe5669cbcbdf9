import { createPhysicsWorld } from '@odori/physics';
import { expect, test } from 'vitest';
import { ball, update } from '#test/support/shared-balls.js';

test('a ray ends at a body that follows its bone, unless it begins inside', async () => {
  const world = await createPhysicsWorld();
  const behind = await ball(world, 1, [0, 20, 0]);
  await ball(world, 0, [0, 20, 5]); // in MMD's space: z = −5 here
  const direction = [0, 0, 1];
  expect(world.grab({ origin: [0, 20, -9], direction })).toBeUndefined();
  expect(world.grab({ origin: [0, 20, -5], direction })?.physics).toBe(behind.physics);
  expect(world.grab({ origin: [0, 21.5, -9], direction })?.physics).toBe(undefined);
});

test('the first body on a ray is held where the ray meets it', async () => {
  const world = await createPhysicsWorld({ unit: 0.5 });
  const scene = await ball(world, 0, [90, 5, 0]);
  const near = world.addBody({ shape: 'box', size: 1, mass: 1, position: [0, 10, 4] });
  world.addBody({ shape: 'box', size: 1, mass: 1, position: [0, 10, 0] });
  update([scene], 1);
  const grab = world.grab({ origin: { x: 0, y: 10, z: 9 }, direction: { x: 0, y: 0, z: -2 } })!;
  expect(grab.body).toBe(near);
  const place = [0, 0, 0];
  grab.readTarget(place);
  [0, 10, 5].forEach((value, i) => expect(place[i]).toBeCloseTo(value, 1));
});

test.each([
  ['a point', [Number.NaN, 0, 0]],
  ['an origin', { origin: [Number.NaN, 0, 0], direction: [0, 0, 1] }],
  ['a direction', { origin: [0, 20, -9], direction: [0, 0, 0] }],
])('nothing is at %s without sense', async (_, target) => {
  const world = await createPhysicsWorld();
  await ball(world, 1, [0, 20, 0]);
  expect(world.grab(target)).toBeUndefined();
});
