import { createPhysicsWorld, type SharedWorld } from '@odori/physics';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { World } from '#src/physics/solver/world.js';
import { fallen, physicsScene, type PhysicsScene, rigidBody } from '#test/support/physics-model.js';
import { ball, heightOf, update } from '#test/support/shared-balls.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Three balls that fall side by side, which touch each other. */
async function three(world: SharedWorld): Promise<PhysicsScene[]> {
  return Promise.all([-1.9, 0, 1.9].map((x) => ball(world, 1, [x, 500, 0])));
}

describe('the others fall on when a model', () => {
  const nowhere: [string, (scene: PhysicsScene) => void][] = [
    ['is nowhere', ({ physics }) => (physics.worldPosition = Float64Array.of(Number.NaN, 0, 0))],
    ['is turned by NaN', ({ physics }) => (physics.worldRotation = new Float64Array(4).fill(Number.NaN))],
    ['is far away', ({ physics }) => (physics.worldPosition = Float64Array.of(1e30, 0, 0))],
    ['has no size', ({ physics }) => (physics.worldScale = 0)],
    ['has a size of NaN', ({ physics }) => (physics.worldScale = Number.NaN)],
    ['is huge', ({ physics }) => (physics.worldScale = Infinity)],
    ['is mirrored', ({ physics }) => (physics.worldMirror = Float64Array.of(-1, 1, 1))],
  ];
  test.each(nowhere)('%s', async (_, change) => {
    const world = await createPhysicsWorld();
    const scenes = await three(world);
    update(scenes, 5);
    for (let i = 0; i < 5; i++) {
      change(scenes[1]);
      update(scenes);
    }
    for (const scene of [scenes[0], scenes[2]]) expect(heightOf(scene)).toBeCloseTo(500 - fallen(11), 1);
    expect(scenes.map(({ physics }) => physics.faults)).toEqual([0, 0, 0]);
    expect(world.statistics.bodies).toBe(2);
  });
});

test('a kinematic body of NaN touches nobody', async () => {
  const world = await createPhysicsWorld();
  const scenes = [await ball(world, 0, [0, 499, 0]), await ball(world, 1, [0, 500, 0])];
  update(scenes);
  for (let i = 0; i < 9; i++) {
    scenes[0].physics.advance(1 / 60, () => scenes[0].rig.worldPositions.fill(Number.NaN));
    update([scenes[1]]);
  }
  expect(Number.isFinite(heightOf(scenes[1]))).toBe(true);
});

test('a model is in a world once, however often it is added, and is gone when it was removed', async () => {
  const world = await createPhysicsWorld();
  const scenes = await three(world);
  const { physics } = scenes[0];
  update(scenes, 3);
  world.add(physics).add(physics);
  expect(world.modelCount).toBe(3);
  world.remove(physics).remove(physics);
  expect([world.modelCount, physics.world]).toEqual([2, undefined]);
  update(scenes, 7);
  for (const scene of scenes) expect(heightOf(scene)).toBeCloseTo(500 - fallen(11), 1);
});

test('a model goes from one world into another one as it moves', async () => {
  const [one, other] = [await createPhysicsWorld(), await createPhysicsWorld()];
  const scenes = await three(one);
  update(scenes, 3);
  other.add(scenes[0].physics);
  expect([one.modelCount, other.modelCount, scenes[0].physics.world]).toEqual([2, 1, other]);
  update(scenes, 7);
  expect(heightOf(scenes[0])).toBeCloseTo(500 - fallen(11), 1);
});

test('physics that was disposed of joins no world', async () => {
  const world = await createPhysicsWorld();
  const { physics } = await ball(undefined, 1, [0, 5, 0]);
  physics.dispose();
  expect(() => world.add(physics)).toThrow('after `dispose()` cannot share a world');
  expect(world.modelCount).toBe(0);
});

test('a grab ends with its model, and can be released again', async () => {
  const world = await createPhysicsWorld();
  const scenes = await three(world);
  update(scenes, 3);
  const grab = world.grab([...scenes[0].rig.worldPositions.subarray(0, 3)])!;
  update(scenes, 3);
  scenes[0].physics.dispose();
  expect(grab.isHeld).toBe(false);
  for (let i = 0; i < 2; i++) grab.release();
  grab.moveTo([0, 0, 0]);
  update(scenes, 3);
  expect(scenes[1].physics.faults).toBe(0);
});

test.each<[string, (scene: PhysicsScene, world: SharedWorld) => void]>([
  ['leaves the world', ({ physics }, world) => world.remove(physics)],
  ['is restarted', ({ physics }) => physics.restart()],
  ['is disposed of', ({ physics }) => physics.dispose()],
  ['loses its world', (_, world) => world.dispose()],
])('a model that %s while its frame is made does not stop the others', async (_, change) => {
  const world = await createPhysicsWorld();
  const scenes = await three(world);
  update(scenes, 3);
  scenes[0].physics.advance(1 / 60);
  scenes[1].physics.advance(1 / 60, () => change(scenes[1], world));
  scenes[2].physics.advance(1 / 60);
  for (const { physics } of scenes) expect(physics.isWaiting).toBe(false);
  update(scenes, 3);
  for (const scene of [scenes[0], scenes[2]]) expect(heightOf(scene)).toBeCloseTo(500 - fallen(8), 0);
});

test('a world that is disposed of leaves each model its own', async () => {
  const world = await createPhysicsWorld();
  const scenes = await three(world);
  world.addBody({ shape: 'sphere', size: 1, mass: 1 });
  update(scenes, 3);
  const grab = world.grab([0, heightOf(scenes[1]), 0])!;
  world.dispose();
  world.dispose();
  expect([world.modelCount, world.bodyCount, grab.isHeld]).toEqual([0, 0, false]);
  update(scenes, 7);
  for (const scene of scenes) expect(heightOf(scene)).toBeCloseTo(500 - fallen(11), 1);
});

test('a pull or a push to nowhere is an error', async () => {
  const world = await createPhysicsWorld();
  await ball(world, 1, [0, 20, 0]);
  const grab = world.grab([0, 20, 0])!;
  expect(() => grab.moveTo([0, Infinity, 0])).toThrow('places must have 3 numbers');
  expect(() => world.push([0, 20, 0], [Number.NaN, 0, 0])).toThrow('places must have 3 numbers');
  expect(() => world.grab([0, 20, 0], { force: 0 })).toThrow('force must be a number above 0, not 0');
});

test('a model that joins, and is not updated then, stays where it is', async () => {
  const world = await createPhysicsWorld();
  const [still, falls] = [await ball(world, 0, [9, 50, 0]), await ball(world, 1, [0, 500, 0])];
  const position = [0, 0, 0];
  for (let i = 0; i < 4; i++) {
    update([falls]);
    still.physics.readBody(0, position, []);
    expect(position.slice(0, 2)).toEqual([9, 50]);
  }
});

test('a body of the page that comes within a frame moves no other body', async () => {
  const world = await createPhysicsWorld();
  const [still, falls] = [await ball(world, 0, [9, 50, 0]), await ball(world, 1, [0, 500, 0])];
  update([still, falls], 3);
  still.physics.advance(1 / 60);
  const guest = world.addBody({ shape: 'sphere', size: 1, position: [40, 40, 0] });
  update([falls]);
  const position = [0, 0, 0];
  still.physics.readBody(0, position, []);
  expect(position.slice(0, 2)).toEqual([9, 50]);
  world.readBody(guest, position, []);
  expect(position.slice(0, 2)).toEqual([40, 40]);
});

test('the substep is that of the first model of a frame', async () => {
  const world = await createPhysicsWorld();
  const scenes = await three(world);
  scenes[2].physics.substep = 1 / 120;
  update(scenes, 60);
  for (const scene of scenes) expect(heightOf(scene)).toBeCloseTo(500 - fallen(61), 0);
});

test('a scale that differs in its last bits does not part a model from the others', async () => {
  const world = await createPhysicsWorld();
  const scenes = [await ball(world, 1, [0, 500, 0]), await ball(world, 1, [9, 500, 0])];
  for (let i = 0; i < 6; i++) {
    scenes[1].physics.worldScale = 0.5 * (1 + (i % 2) * 1e-15);
    update(scenes);
    expect(world.statistics.bodies).toBe(2);
  }
});

test('the budget of a model counts the time of all that share its world', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const world = await createPhysicsWorld();
  const scenes = await three(world);
  for (const { physics } of scenes) physics.budget = 30;
  const steps = vi.spyOn(World.prototype, 'step').mockImplementation(() => vi.advanceTimersByTime(20));
  const made = Array.from({ length: 6 }, () => {
    steps.mockClear();
    for (const { physics } of scenes) physics.advance(1 / 20);
    return steps.mock.calls.length;
  });
  expect(made).toEqual([1, 1, 1, 1, 1, 1]); // of three
});

test('physics that cannot share a world is refused before its engine begins', async () => {
  const world = await createPhysicsWorld();
  const createWorld = vi.fn<() => World>();
  const worker = vi.fn<() => void>();
  vi.stubGlobal('Worker', worker);
  for (const options of [{ backend: { createWorld } }, { worker: true }])
    await expect(physicsScene([{ name: 'a' }], [rigidBody()], [], { world, ...options })).rejects.toThrow(
      'cannot share a world',
    );
  vi.unstubAllGlobals();
  expect([createWorld.mock.calls, worker.mock.calls, world.modelCount]).toEqual([[], [], 0]);
});
