import { createPhysicsWorld, type SharedWorld } from '@odori/physics';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Rows } from '#src/physics/solver/rows.js';
import { fallen, type PhysicsScene } from '#test/support/physics-model.js';
import { ball, heightOf, update } from '#test/support/shared-balls.js';
import { createDancer, DANCER, Dancer } from '#test/support/shared-dancers.js';

afterEach(() => vi.restoreAllMocks());

describe('a model alone in a world', () => {
  test('has the same bits, and the same pairs and rows, as with a world of its own', async () => {
    const solve = vi.spyOn(Rows.prototype, 'solve');
    const run = async (world?: SharedWorld): Promise<{ places: number[]; rows: number[] }> => {
      solve.mockClear();
      const dancer = (await createDancer({ world })).seek(0);
      const places: number[] = [];
      const rows: number[] = [];
      for (let i = 0; i < 90; i++) {
        dancer.update();
        places.push(...dancer.rig.worldPositions);
      }
      for (const { count } of solve.mock.contexts as Rows[]) rows.push(count);
      return { places, rows };
    };
    const alone = await run();
    expect(await run(await createPhysicsWorld())).toEqual(alone);
    expect(alone.rows.length).toBeGreaterThan(90 * 20);
  });
});

describe('bodies of two models', () => {
  test('touch', async () => {
    const world = await createPhysicsWorld();
    const scenes = [await ball(world, 0, [0, 5, 0]), await ball(world, 1, [0, 9, 0])];
    update(scenes, 40);
    expect(heightOf(scenes[1])).toBeCloseTo(7, 1); // it lies on the other one
  });

  test('do not touch with sharing none, but they touch bodies of the page', async () => {
    const world = await createPhysicsWorld({ sharing: 'none', ground: false });
    const scenes = [await ball(world, 0, [0, 5, 0]), await ball(world, 1, [0, 9, 0])];
    world.addBody({ shape: 'box', size: [3, 0.5, 3], position: [0, 2, 0] });
    update(scenes, 60);
    expect(heightOf(scenes[1])).toBeCloseTo(3.5, 1);
  });

  test('are where their models are in the scene, turned and scaled', async () => {
    const world = await createPhysicsWorld({ unit: 0.1 });
    const [still, falls] = [await ball(world, 0, [0, 5, 0]), await ball(world, 1, [3, 9, 0])];
    // turned by 90° about y, x becomes −z; all of it is 0.1 times as large
    falls.physics.worldRotation = Float64Array.of(0, Math.SQRT1_2, 0, Math.SQRT1_2);
    falls.physics.worldPosition = Float64Array.of(0, 0, 3);
    for (const { physics } of [still, falls]) physics.worldScale = 0.1;
    update([still, falls], 40);
    expect(heightOf(falls)).toBeCloseTo(7, 1);
    expect(falls.rig.worldPositions[0]).toBeCloseTo(3, 3);
  });

  test('of a model that is half as large have half the size, and fall as far for it', async () => {
    const world = await createPhysicsWorld();
    const [large, small] = [await ball(world, 0, [0, 5, 0]), await ball(world, 1, [0, 16, 0])];
    small.physics.worldScale = 0.5;
    update([large, small], 5);
    expect(heightOf(small)).toBeCloseTo(16 - fallen(6), 4);
    update([large, small], 55);
    expect(0.5 * heightOf(small)).toBeCloseTo(6.5, 1); // 5 + 1 + 0.5
  });

  test('move along with a model that is moved, and the other model does not notice', async () => {
    const run = async (moves: boolean): Promise<number[]> => {
      const world = await createPhysicsWorld();
      const scenes = [await ball(world, 1, [0, 500, 0]), await ball(world, 1, [9, 500, 0])];
      update(scenes, 10);
      if (moves) scenes[1].physics.worldPosition = Float64Array.of(30, 0, 0);
      update(scenes, 10);
      expect(scenes[1].rig.worldPositions[0]).toBeCloseTo(9, 3);
      expect(heightOf(scenes[1])).toBeCloseTo(500 - fallen(21), 1);
      return [...scenes[0].rig.worldPositions];
    };
    expect(await run(true)).toEqual(await run(false));
  });
});

describe('a frame', () => {
  test('is made when the last model has advanced, and shows in all of them', async () => {
    const world = await createPhysicsWorld();
    const scenes = [await ball(world, 1, [0, 500, 0]), await ball(world, 1, [9, 500, 0])];
    update(scenes, 3);
    const [first, second] = scenes;
    const before = heightOf(first);
    first.physics.advance(1 / 60);
    expect([first.physics.isWaiting, heightOf(first)]).toEqual([true, before]);
    second.physics.advance(1 / 60);
    expect(first.physics.isWaiting).toBe(false);
    expect(heightOf(first)).toBeCloseTo(500 - fallen(5), 3);
  });

  test('goes on without a model that is switched off, settles, is removed or disposed of', async () => {
    const leave: ((scene: PhysicsScene) => void)[] = [
      ({ physics }) => (physics.mode = 'off'),
      ({ physics }) => physics.restart(),
      ({ physics }) => physics.dispose(),
      ({ physics }) => physics.world!.remove(physics),
    ];
    for (const leaves of leave) {
      const world = await createPhysicsWorld();
      const scenes = [await ball(world, 1, [0, 500, 0]), await ball(world, 1, [9, 500, 0])];
      update(scenes, 3);
      scenes[0].physics.advance(1 / 60);
      leaves(scenes[1]);
      update([scenes[1]]);
      update(scenes, 5);
      expect(heightOf(scenes[0])).toBeCloseTo(500 - fallen(10), 2);
    }
  });

  test('waits for a model that is not updated any more only once', async () => {
    const world = await createPhysicsWorld();
    const scenes = [await ball(world, 1, [0, 500, 0]), await ball(world, 1, [9, 500, 0])];
    update(scenes, 3);
    update([scenes[0]], 5);
    expect(heightOf(scenes[0])).toBeCloseTo(500 - fallen(9), 2);
    expect(heightOf(scenes[1])).toBeGreaterThan(500 - fallen(6));
  });
});

describe('bodies of the page', () => {
  test('fall, lie on the ground and are read in the units of the scene', async () => {
    const world = await createPhysicsWorld({ unit: 0.5 });
    const scene = await ball(world, 0, [90, 5, 0]);
    const body = world.addBody({ shape: 'sphere', size: 1, mass: 1, position: [1, 6, 2] });
    update([scene], 120);
    const position = [0, 0, 0];
    world.readBody(body, position, [0, 0, 0, 1]);
    expect(position[0]).toBeCloseTo(1, 3);
    expect(position[1]).toBeCloseTo(1, 1);
    expect(position[2]).toBeCloseTo(2, 3);
  });

  test('push what is in their way, and are gone when they are removed', async () => {
    const world = await createPhysicsWorld();
    const scene = await ball(world, 1, [0, 1, 0]);
    const hand = world.addBody({ shape: 'capsule', size: [0.5, 1], position: [-4, 1, 0] });
    for (let i = 0; i < 60; i++) {
      world.moveBody(hand, [-4 + i / 15, 1, 0]);
      update([scene]);
    }
    expect(scene.rig.worldPositions[0]).toBeGreaterThan(1);
    world.removeBody(hand);
    expect(world.bodyCount).toBe(0);
    expect(() => world.moveBody(hand, [0, 0, 0])).toThrow('there is no body 1 of the page in this world');
  });
});

describe('a grab', () => {
  test('pulls a body to a point, and lets go', async () => {
    const world = await createPhysicsWorld();
    const scene = await ball(world, 1, [0, 20, 0]);
    const grab = world.grab({ origin: [0, 20, -9], direction: [0, 0, 3] })!;
    expect(grab.physics).toBe(scene.physics);
    grab.moveTo([4, 21, 0]);
    update([scene], 90);
    // it hangs by its surface, and swings
    const [x, y, z] = scene.rig.worldPositions;
    expect(Math.hypot(x - 4, y - 21, z)).toBeCloseTo(1, 0);
    grab.release();
    expect(grab.isHeld).toBe(false);
    update([scene], 180);
    expect(heightOf(scene)).toBeLessThan(3);
  });

  test('is too weak for a body that weighs more', async () => {
    const world = await createPhysicsWorld();
    const scene = await ball(world, 1, [0, 1, 0]);
    world.grab([0, 1, 0], { force: 0.5 })!.moveTo([0, 30, 0]);
    update([scene], 120);
    expect(heightOf(scene)).toBeLessThan(3);
  });

  test('finds nothing out of reach', async () => {
    const world = await createPhysicsWorld();
    await ball(world, 1, [0, 20, 0]);
    expect(world.grab([3, 20, 0])).toBeUndefined();
    expect(world.grab([3, 20, 0], { reach: 2.1 })).toBeDefined();
    expect(world.push([3, 20, 0], [0, 1, 0])).toBe(false);
  });

  test('a push gives a body a velocity', async () => {
    const world = await createPhysicsWorld();
    const scene = await ball(world, 1, [0, 500, 0]);
    expect(world.push([0, 500.5, 0], [60, 0, 0])).toBe(true);
    update([scene], 10);
    expect(scene.rig.worldPositions[0]).toBeCloseTo(10, 0);
  });
});

describe('dancers', () => {
  test('20 of them, far apart, have the rows and the compared bodies of twenty worlds', async () => {
    const count = async (world?: SharedWorld): Promise<number> => {
      const dancers: Dancer[] = [];
      for (let i = 0; i < 20; i++)
        dancers.push((await createDancer({ world, settleSeconds: 0 })).place(25 * i).seek(0));
      for (const dancer of dancers) dancer.update();
      let rows = 0;
      const solve = vi.spyOn(Rows.prototype, 'solve').mockImplementation(function (this: Rows) {
        rows += this.count;
      });
      for (const dancer of dancers) dancer.update();
      solve.mockRestore();
      return rows;
    };
    const [alone, shared] = [await count(), await count(await createPhysicsWorld())];
    expect(shared / alone).toBeGreaterThan(0.95);
    expect(shared / alone).toBeLessThan(1.05);
  });

  test('that hold hands dance on', async () => {
    const world = await createPhysicsWorld();
    const pair = [await createDancer({ world }), await createDancer({ world })];
    pair.forEach((dancer, i) => dancer.place(6 * i).seek(0));
    for (let i = 0; i < 120; i++) for (const dancer of pair) dancer.update();
    expect(world.statistics.bodies).toBe(2 * DANCER.rigidBodies.length);
    expect(pair.map(({ isFinite, physics }) => [isFinite, physics.faults])).toEqual([
      [true, 0],
      [true, 0],
    ]);
  });
});
