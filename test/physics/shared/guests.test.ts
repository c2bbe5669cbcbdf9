import { createPhysicsWorld, type GuestBody } from '@odori/physics';
import { expect, test } from 'vitest';
import { ball, heightOf, update } from '#test/support/shared-balls.js';

test.each<[string, Partial<Record<keyof GuestBody, unknown>>]>([
  ["shape must be 'sphere', 'box' or 'capsule', not cone", { shape: 'cone' }],
  ["shape must be 'sphere', 'box' or 'capsule', not toString", { shape: 'toString' }],
  ['size of a sphere must be from 0 to 50000, not -1', { size: -1 }],
  ['size of a sphere must be from 0 to 50000, not Infinity', { size: Infinity }],
  ['size of a box must be from 0 to 50000, not undefined', { shape: 'box', size: [1, 1] }],
  ['size of a capsule must be from 0 to 50000, not NaN', { shape: 'capsule', size: [1, Number.NaN] }],
  ['mass must be from 0 to 100000, not NaN', { mass: Number.NaN }],
  ['group must be from 0 to 15, not 16', { group: 16 }],
  ['friction must be from 0 to 100000, not -1', { friction: -1 }],
  ['damping must be from 0 to 1, not 2', { damping: 2 }],
  ['places must have 3 numbers within ±50000, not NaN', { position: [0, Number.NaN, 0] }],
  ['places must have 3 numbers within ±50000, not undefined', { position: [0, 1] }],
  ['a rotation must not be 0, 0, 0, 0', { rotation: [0, 0, 0, 0] }],
])('a body of the page is refused: %s', async (message, changes) => {
  const world = await createPhysicsWorld({ unit: 0.5 });
  const body = { shape: 'sphere', size: 1, ...changes } as GuestBody;
  expect(() => world.addBody(body)).toThrow(message);
  expect(world.bodyCount).toBe(0);
});

test.each([0, -1, Number.NaN, Infinity])('a world whose unit is %d is refused', async (unit) => {
  await expect(createPhysicsWorld({ unit })).rejects.toThrow('unit must be a finite number above 0');
});

test('a body that is moved to no place stays where it was', async () => {
  const world = await createPhysicsWorld();
  const body = world.addBody({ shape: 'sphere', size: 1, position: [1, 2, 3] });
  const scene = await ball(world, 0, [50, 5, 0]);
  expect(() => world.moveBody(body, [7, 8, Number.NaN])).toThrow(RangeError);
  expect(() => world.moveBody(body, [7, 8, 9], [0, 0, Number.NaN, 1])).toThrow(RangeError);
  update([scene], 3);
  const position = [0, 0, 0];
  world.readBody(body, position, []);
  expect(position).toEqual([1, 2, 3]);
});

test('a body that is removed twice is not there the second time', async () => {
  const world = await createPhysicsWorld();
  const body = world.addBody({ shape: 'sphere', size: 1, mass: 1, position: [0, 9, 0] });
  const scene = await ball(world, 0, [50, 5, 0]);
  update([scene], 3);
  const grab = world.grab([0, 9, 0])!;
  world.removeBody(body);
  expect(grab.isHeld).toBe(false);
  expect(() => world.removeBody(body)).toThrow('there is no body 1 of the page in this world');
  update([scene], 3);
});

test.each([
  { shape: 'sphere', size: 0, mass: 1 },
  { shape: 'box', size: [0, 0, 0], mass: 1e5 },
  { shape: 'capsule', size: [0, 1e5], mass: 1e-30 },
  { shape: 'box', size: 1e5 },
  { shape: 'sphere', size: 1e5, mass: 1e5, position: [0, 1e5, 0] },
] as GuestBody[])('the smallest and the largest bodies leave a model finite: %o', async (body) => {
  const world = await createPhysicsWorld();
  const scene = await ball(world, 1, [0, 5, 0]);
  world.addBody(body);
  update([scene], 120);
  expect(Number.isFinite(heightOf(scene))).toBe(true);
});
