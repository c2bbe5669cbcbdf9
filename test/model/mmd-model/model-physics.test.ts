import { createVmd, serializePmx } from '@odori/format';
import { createModel, loadModel, type MmdModel, PMXLoader } from '@odori/model';
import { createPhysicsWorld, World } from '@odori/physics';
import { Motion, MotionPlayer } from '@odori/runtime';
import { Group, LoadingManager } from 'three';
import { describe, expect, test, vi } from 'vitest';
import { dancer, dancerPmx } from '../small-dancer.js';
import { fallen, rigidBody, SlowMachine } from '#test/support/physics-model.js';
import { CountedWorlds, fallingDancer, fallingPmx, headOf } from '../small-bodies.js';

const STEP = 1 / 60;

function expectHead(model: MmdModel, [x, y, z]: readonly number[]): void {
  const head = headOf(model);
  expect(head[0]).toBeCloseTo(x, 4);
  expect(head[1]).toBeCloseTo(y, 4);
  expect(head[2]).toBeCloseTo(z, 4);
}

describe('loading', () => {
  test('a model has no physics unless it is asked for', async () => {
    const model = createModel(fallingPmx());
    await model.ready;
    expect([model.physics, model.usesPoseAt]).toEqual([undefined, false]);
    model.update(1);
    expect(headOf(model)).toEqual([0, 15, 0]);
  });

  test('physics arrives with ready, and the model plays without until then', async () => {
    const model = createModel(fallingPmx(), { physics: true });
    expect(model.physics).toBeUndefined();
    model.update(1);
    expect(headOf(model)).toEqual([0, 15, 0]);
    await model.ready;
    expect(model.physics?.bodyCount).toBe(2);
    expect(model.usesPoseAt).toBe(true);
  });

  test.each([
    ['a page', {}, { budget: undefined }, 30],
    ['a page that wants another one', {}, { budget: 5 }, 5],
    ['a page that wants none', {}, { budget: Infinity }, Infinity],
    ['Node', undefined, {}, undefined],
  ])('the budget in %s', async (_, document, options, expected) => {
    vi.stubGlobal('document', document);
    const model = createModel(fallingPmx());
    const loaded = await model.loadPhysics(options);
    vi.unstubAllGlobals();
    expect(loaded!.budget).toBe(expected);
  });

  test('options are passed on', async () => {
    const model = await fallingDancer({ wind: [1, 2, 3], mode: 'always', feelsMoves: true });
    expect([...model.physics!.wind]).toEqual([1, 2, 3]);
    expect([model.physics!.mode, model.feelsMoves]).toEqual(['always', true]);
  });

  test('a model without bodies has no physics, and nothing to report', async () => {
    const model = createModel(dancerPmx(), { physics: true });
    await model.ready;
    expect([model.physics, await model.loadPhysics()]).toEqual([undefined, undefined]);
    expect(model.report.notes).toEqual([]);
  });

  test('loadPhysics adds physics later, once', async () => {
    const model = createModel(fallingPmx());
    const [first, second] = [model.loadPhysics({ mode: 'always' }), model.loadPhysics({ mode: 'off' })];
    expect(await first).toBe(model.physics);
    expect(await second).toBe(model.physics);
    expect(model.physics?.mode).toBe('always');
  });

  test('an engine that fails is noted once, and the model plays; the next call tries again', async () => {
    let fails = true;
    const backend = {
      createWorld(): World {
        if (fails) throw new Error('out of memory');
        return new World();
      },
    };
    const model = createModel(fallingPmx(), { physics: { backend } });
    await model.ready;
    model.update(1);
    expect(headOf(model)).toEqual([0, 15, 0]);
    const copy = model.clone();
    await copy.ready;
    expect(model.report.notes).toEqual([{ code: 'missing-physics', path: '', reason: 'out of memory' }]);
    fails = false;
    expect(await model.loadPhysics({ backend, mode: 'always' })).toBe(model.physics);
    expect(model.physics?.mode).toBe('always');
    expect(model.physics?.bodyCount).toBe(2);
  });

  test.each([
    ['loadModel', (bytes: Uint8Array) => loadModel(bytes, { physics: true })],
    ['PMXLoader with options', (bytes: Uint8Array) => parsed(new PMXLoader({ physics: true }), bytes)],
    [
      'PMXLoader with setOptions',
      (bytes: Uint8Array) => parsed(new PMXLoader().setOptions({ physics: true }), bytes),
    ],
  ])('%s gives a model with physics', async (_, load) => {
    const model = await load(serializePmx(fallingPmx()));
    expect(model.physics?.bodyCount).toBe(2);
  });

  async function parsed(loader: PMXLoader, bytes: Uint8Array): Promise<MmdModel> {
    const model = loader.parse(bytes);
    await model.ready;
    return model;
  }

  test('a loader takes a manager as its only argument, or among the options', () => {
    const manager = new LoadingManager();
    expect(new PMXLoader(manager).manager).toBe(manager);
    expect(new PMXLoader({ manager, physics: true }).manager).toBe(manager);
    expect(new PMXLoader().manager).toBe(new PMXLoader({ physics: true }).manager);
  });

  test('a model that is disposed of while physics loads gets none', async () => {
    const backend = new CountedWorlds();
    const model = createModel(fallingPmx(), { physics: { backend } });
    model.dispose();
    await model.ready;
    expect([model.physics, backend.inUse]).toEqual([undefined, 0]);
  });
});

describe('frames', () => {
  test('bodies fall 98/3600 units more in each step of 1/60 s', async () => {
    const model = await fallingDancer();
    model.reset();
    for (let substeps = 1; substeps < 20; substeps++) {
      expectHead(model, [0, 15 - fallen(substeps), 0]);
      model.update(STEP);
    }
  });

  test('a frame of 1/30 s makes two substeps, and a pause none', async () => {
    const model = await fallingDancer();
    model.reset();
    model.update(2 * STEP);
    model.update(0);
    model.update();
    expectHead(model, [0, 15 - fallen(3), 0]);
  });

  test('bones after physics follow in the same frame', async () => {
    const bones = [{ name: 'センター' }, { name: '頭', parent: 0 }, { name: '髪', parent: 1, flags: 0x1000 }];
    const rigidBodies = [rigidBody({ bone: 1 })];
    const model = await fallingDancer(
      { settleSeconds: 0 },
      { bones, rigidBodies, vertices: [], indices: [] },
    );
    model.reset();
    model.update(STEP);
    expect(model.rig.worldPositions[7]).toBeCloseTo(-fallen(2), 6);
    expect(model.rig.skinMatrices[2 * 16 + 13]).toBeCloseTo(-fallen(2), 5);
  });

  test('reset puts bodies back, and keeps what is shown until they have settled with the next frame', async () => {
    const model = await fallingDancer({ settleSeconds: 0.5 });
    model.reset();
    expectHead(model, [0, 15, 0]);
    expect(model.physics!.isSettling).toBe(true);
    model.update(0);
    expectHead(model, [0, 15 - fallen(30), 0]); // from rest, in the half second
    expect(model.physics!.isSettling).toBe(false);
    model.reset();
    expectHead(model, [0, 15 - fallen(30), 0]);
  });

  test('reset makes one substep without `settleSeconds`, as MMD does', async () => {
    const model = await fallingDancer({ settleSeconds: 0 });
    model.reset();
    expectHead(model, [0, 15 - fallen(1), 0]);
    expect(model.physics!.isSettling).toBe(false);
  });

  test('mode off gives the bones back to the pose', async () => {
    const model = await fallingDancer();
    model.reset();
    model.update(1 / 10);
    model.physics!.mode = 'off';
    model.update(STEP);
    expect(headOf(model)).toEqual([0, 15, 0]);
  });

  test('physics that the user disposed of leaves a model that plays without', async () => {
    const model = await fallingDancer();
    model.reset();
    model.physics!.dispose();
    model.rig.pose.translations[1] = 2;
    model.update(STEP);
    expect(headOf(model)).toEqual([0, 17, 0]);
    model.reset();
    model.dispose();
  });

  test('a model of bodies without bones plays', async () => {
    const content = {
      bones: [],
      vertices: [],
      indices: [],
      rigidBodies: [rigidBody({ bone: 3 }), rigidBody({ bone: -1 })],
    };
    const model = await fallingDancer(true, content);
    model.update(STEP);
    model.reset();
    model.update(STEP);
    expect(model.physics!.bodyCount).toBe(2);
  });
});

describe('with a player', () => {
  /** The center moves by 2 units in the first 1/6 s, then stands. */
  const kinked = Motion.from(
    createVmd({
      bones: [
        { name: 'センター', frame: 0, position: [0, 0, 0] },
        { name: 'センター', frame: 5, position: [2, 0, 0] },
        { name: 'センター', frame: 300, position: [2, 0, 0] },
      ],
    }),
  );

  test('the pose is sampled and adjusted before each substep, in order', async () => {
    const model = await fallingDancer();
    const seen: number[][] = [];
    const player = new MotionPlayer();
    player.add(model, kinked, {
      adjust: ({ pose }, delta) => seen.push([pose.translations[0], delta]),
    });
    seen.length = 0;
    player.step(2 * STEP);
    player.step(STEP);
    expect(seen.map((numbers) => numbers.map((value) => Math.round(value * 1e6) / 1e6))).toEqual([
      [0.2, 0.016667],
      [0.4, 0.016667],
      [0.6, 0.016667],
    ]);
  });

  test('30 and 60 frames a second give the same pose', async () => {
    const heads = [1, 2].map(async (substeps) => {
      const model = await fallingDancer({ settleSeconds: 0.1 });
      const player = new MotionPlayer();
      player.add(model, kinked);
      for (let i = 0; i < 24; i += substeps) player.step(substeps * STEP);
      return headOf(model);
    });
    const [fine, coarse] = await Promise.all(heads);
    coarse.forEach((value, i) => expect(value).toBeCloseTo(fine[i], 9));
  });

  test('step() waits until bodies have settled after a seek, so that films begin well', async () => {
    const model = await fallingDancer({ settleSeconds: 0.5, runUpSeconds: 0.5, budget: 0 });
    const player = new MotionPlayer();
    player.add(model, kinked);
    player.currentTime = 2;
    expect(model.isSettling).toBe(true);
    player.step(0);
    expect(model.isSettling).toBe(false);
  });

  test('step() makes all substeps, also where update() has time for one only', async () => {
    const machine = new SlowMachine(0);
    const model = await fallingDancer({ settleSeconds: 0, budget: 0, backend: machine });
    const player = new MotionPlayer().add(model, kinked);
    const substeps = (run: () => void): number => {
      const before = machine.substeps;
      run();
      return machine.substeps - before;
    };
    expect(substeps(() => player.step(0.1))).toBe(6);
    void player.play();
    expect(substeps(() => player.update(0.1))).toBe(1);
  });

  test('the same steps give the same bytes, in a new model and after another film', async () => {
    const film = (model: MmdModel, player: MotionPlayer): number[] => {
      player.currentTime = 0;
      const poses: number[] = [];
      for (let image = 0; image < 30; image++) {
        player.step(image === 0 ? 0 : 1 / 60);
        poses.push(...model.rig.worldPositions, ...model.rig.worldRotations);
      }
      return poses;
    };
    const make = async (): Promise<[MmdModel, MotionPlayer]> => {
      const model = await fallingDancer({ settleSeconds: 0.1 });
      return [model, new MotionPlayer().add(model, kinked)];
    };
    const first = await make();
    const second = await make();
    const poses = film(...first);
    expect(film(...second)).toEqual(poses);
    for (let i = 0; i < 77; i++) second[1].step(0.013);
    expect(film(...second)).toEqual(poses);
  });

  test('a seek resets and settles, and a pause freezes the rest', async () => {
    const model = await fallingDancer({ settleSeconds: 0.2, runUpSeconds: 0 });
    const player = new MotionPlayer();
    player.add(model, kinked);
    for (let i = 0; i < 9; i++) player.step(STEP);
    player.currentTime = 0.5;
    const [x] = headOf(model);
    expect(x).toBeCloseTo(2, 6);
    player.update(STEP);
    expect(model.physics!.isSettling).toBe(false);
    const settled = headOf(model);
    expectHead(model, [2, 15 - fallen(12), 0]);
    for (let i = 0; i < 5; i++) player.update(STEP);
    expect(headOf(model)).toEqual(settled);
  });
});

describe('a model that is moved as a whole', () => {
  test('hangs down in the world: a tilted root turns gravity and wind', async () => {
    const model = await fallingDancer({ settleSeconds: 0, wind: [0, 0, 98] });
    const parent = new Group();
    parent.add(model.root);
    parent.rotation.x = Math.PI / 2; // world y is −z of the model, world z is y of the model
    model.reset();
    expectHead(model, [0, 15 + fallen(1), fallen(1)]);
  });

  test('keeps its hair, however it is moved, turned about y and scaled', async () => {
    const model = await fallingDancer();
    model.reset();
    for (let i = 1; i < 10; i++) {
      model.root.position.set(20 * i, 3 * i, 0);
      model.root.rotation.y = i;
      model.root.scale.setScalar(i);
      model.update(STEP);
    }
    expectHead(model, [0, 15 - fallen(10), 0]);
  });

  test('feels moves if feelsMoves is on: bodies stay in the world', async () => {
    const model = await fallingDancer({ settleSeconds: 0, gravity: [0, 0, 0], feelsMoves: true });
    const parent = new Group();
    parent.add(model.root);
    parent.scale.setScalar(0.5);
    model.root.position.x = 3;
    model.reset();
    model.root.position.x = 4;
    model.update(STEP);
    expectHead(model, [-1, 15, 0]);
    parent.position.y = 2; // 4 units of the model
    model.update(STEP);
    expectHead(model, [-1, 11, 0]);
    model.feelsMoves = false;
    model.update(0);
    expectHead(model, [0, 15, 0]);
    parent.position.y = 5;
    model.update(STEP);
    expectHead(model, [0, 15, 0]);
  });

  test('starts again when feelsMoves changes, also before the first update', async () => {
    const model = await fallingDancer({ settleSeconds: 0, gravity: [0, 0, 0], feelsMoves: true });
    model.root.position.x = 3;
    model.reset();
    model.feelsMoves = false;
    model.update(STEP);
    expectHead(model, [0, 15, 0]);
  });

  test('falls to the ground of the world if feelsMoves is on', async () => {
    const head = rigidBody({ bone: 1, position: [0, 15, 0], collisionMask: 0xffff });
    const model = await fallingDancer({ settleSeconds: 0, feelsMoves: true }, { rigidBodies: [head] });
    model.root.position.y = 3;
    model.reset();
    for (let i = 0; i < 600; i++) model.update(STEP);
    expect(headOf(model)[1]).toBeCloseTo(0.5 - 3, 1); // the sphere of radius 0.5 lies on y = 0 of the world
  });

  test('moves within a frame as the root does: two substeps get half of the way each', async () => {
    const velocities = [1, 2].map(async (substeps) => {
      const model = await fallingDancer({ settleSeconds: 0, gravity: [0, 0, 0], feelsMoves: true });
      const places: number[] = [];
      model.reset();
      model.root.position.x = substeps;
      model.update(substeps * STEP, (seconds) => {
        places.push(model.physics!.placement!.position[0]);
        expect(seconds).toBeLessThanOrEqual(substeps * STEP);
        model.rig.solve();
      });
      return places;
    });
    expect(await Promise.all(velocities)).toEqual([[1], [1, 2]]);
  });

  test('a placement of the user’s own stays', async () => {
    const model = await fallingDancer();
    const placement = { rotation: Float64Array.of(0, 0, 0, 1), position: new Float64Array(3) };
    model.physics!.placement = placement;
    model.update(STEP);
    expect(model.physics!.placement).toBe(placement);
  });

  test.each(['scale 0', 'NaN', 'infinite'])('with %s in its root, it keeps the last place', async (kind) => {
    for (const feelsMoves of [false, true]) {
      const model = await fallingDancer({ settleSeconds: 0, feelsMoves });
      model.reset();
      if (kind === 'scale 0') model.root.scale.setScalar(0);
      else model.root.position.x = kind === 'NaN' ? Number.NaN : Infinity;
      if (kind === 'NaN') model.root.quaternion.w = Number.NaN;
      model.update(STEP);
      model.root.scale.setScalar(1);
      model.root.position.x = 0;
      model.root.quaternion.identity();
      model.update(STEP);
      expectHead(model, [0, 15 - fallen(3), 0]);
    }
  });
});

describe('clone and dispose', () => {
  test('a copy has physics of its own at once, with the options of the moment', async () => {
    const model = await fallingDancer();
    model.reset();
    for (let i = 0; i < 10; i++) model.update(STEP);
    Object.assign(model.physics!, { mode: 'always', ground: false, maxSubsteps: 3, jumpDistance: 5 });
    model.physics!.wind[0] = 7;
    model.physics!.gravity[1] = -49;
    model.feelsMoves = true;
    const copy = model.clone();
    expect(copy.physics).toBeDefined();
    expect(copy.physics).not.toBe(model.physics);
    expect(copy.feelsMoves).toBe(true);
    const { mode, ground, maxSubsteps, settleSeconds, jumpDistance } = copy.physics!;
    expect({ mode, ground, maxSubsteps, settleSeconds, jumpDistance }).toEqual({
      mode: 'always',
      ground: false,
      maxSubsteps: 3,
      settleSeconds: 0,
      jumpDistance: 5,
    });
    expect([[...copy.physics!.wind], [...copy.physics!.gravity]]).toEqual([
      [7, 0, 0],
      [0, -49, 0],
    ]);
    const own = headOf(model);
    copy.update(STEP);
    expect(headOf(model)).toEqual(own);
    await copy.ready;
  });

  test('a copy of a model whose physics is still loading loads its own', async () => {
    const model = createModel(fallingPmx(), { physics: { mode: 'always' } });
    const copy = model.clone();
    await Promise.all([model.ready, copy.ready]);
    expect(copy.physics?.mode).toBe('always');
    expect(copy.physics).not.toBe(model.physics);
  });

  test('a copy waits for an engine that needs time', async () => {
    const backend = { createWorld: () => Promise.resolve(new World()) };
    const model = await fallingDancer({ backend });
    const copy = model.clone();
    const copyOfCopy = copy.clone();
    expect(copy.physics).toBeUndefined();
    await Promise.all([copy.ready, copyOfCopy.ready]);
    expect([copy.physics?.bodyCount, copyOfCopy.physics?.bodyCount]).toEqual([2, 2]);
  });

  test('dispose() frees the world of each copy once', async () => {
    const backend = new CountedWorlds();
    const model = await fallingDancer({ backend });
    const copy = model.clone();
    expect(backend.inUse).toBe(2);
    copy.dispose();
    copy.dispose();
    expect(backend.inUse).toBe(1);
    model.dispose();
    expect(backend.inUse).toBe(0);
    expect([model.physics, await model.loadPhysics()]).toEqual([undefined, undefined]);
  });

  test('physics of models without it costs nothing: update(delta, poseAt) only asks for the pose of the frame', () => {
    const model = dancer();
    const asked: number[] = [];
    model.update(0.5, (seconds) => {
      asked.push(seconds);
      model.rig.solve();
    });
    expect(asked).toEqual([0.5]);
  });
});

describe('in a world of several models', () => {
  test('bodies are where the models are, and each shows its bones when the last one is updated', async () => {
    const world = await createPhysicsWorld({ unit: 2 });
    const models = [
      await fallingDancer({ world, settleSeconds: 0 }),
      await fallingDancer({ world, settleSeconds: 0 }),
    ];
    for (const [i, { root }] of models.entries()) {
      root.scale.setScalar(2);
      root.position.x = 100 * i;
    }
    for (let frame = 0; frame < 3; frame++) for (const model of models) model.update(STEP);
    const [first, second] = models;
    first.update(STEP);
    const before = headOf(first)[1];
    second.update(STEP);
    expect(headOf(first)[1]).toBeLessThan(before);
    expectHead(second, [0, headOf(first)[1], 0]);
    expect(world.grab([100, 2 * headOf(second)[1], 0])!.physics).toBe(second.physics);
    expect(world.grab([50, 2 * headOf(second)[1], 0])).toBeUndefined();
  });

  test('a pose that was saved is restored when the bones are held', async () => {
    const world = await createPhysicsWorld();
    const models = [await fallingDancer(world), await fallingDancer(world)];
    for (let frame = 0; frame < 3; frame++) for (const model of models) model.update(STEP);
    const [first, second] = models;
    const { translations } = first.rig.pose;
    first.poseTarget.save();
    translations[0] = 7;
    first.update(STEP);
    expect(translations[0]).toBe(7);
    second.update(STEP);
    expect(translations[0]).toBe(0);
  });

  test('a world is an option by itself, and clones join it', async () => {
    const world = await createPhysicsWorld();
    const model = await fallingDancer(world);
    const copy = model.clone();
    await copy.ready;
    expect([world.modelCount, copy.physics!.world]).toEqual([2, world]);
    model.dispose();
    copy.dispose();
    expect(world.modelCount).toBe(0);
  });

  test('physics with another engine stays out, and says why', async () => {
    const world = await createPhysicsWorld();
    const model = await fallingDancer({ world, backend: new SlowMachine(0) });
    expect(model.physics).toBeUndefined();
    expect(model.report.notes[0].reason).toContain('cannot share a world');
  });
});
