import { createModel, createScene, type MmdScene, type SceneOptions } from '@odori/model';
import { createPhysicsWorld } from '@odori/physics';
import { MotionPlayer } from '@odori/runtime';
import { describe, expect, test } from 'vitest';
import { fallen, SlowMachine } from '#test/support/physics-model.js';
import { fallingPmx, headOf } from '../small-bodies.js';
import { dancerPmx } from '../small-dancer.js';
import { smallPmm, type SmallProject } from './small-pmm.js';

const STEP = 1 / 60;
const bones = { センター: [{ frame: 0 }], 頭: [{ frame: 0 }] };

/** Projects of dancers with falling heads, who do not settle. */
function sceneOf(project: SmallProject = {}, options: Partial<SceneOptions> = {}): Promise<MmdScene> {
  return createScene(smallPmm({ models: [{ bones }], ...project }), {
    resolve: () => createModel(fallingPmx()),
    physics: { settleSeconds: 0 },
    ...options,
  });
}

/** Shows frames from 0 on after a reset, some substeps in each. */
function play(scene: MmdScene, frames: number, substeps = 1): void {
  scene.reset();
  for (let i = 1; i <= frames; i++) scene.sample((i * substeps) / 2, substeps * STEP);
}

function withPhysics(mode: number, ground = 1): SmallProject {
  return { rest: { physics: { mode, ground } } };
}

function heightOf(scene: MmdScene, model = 0): number {
  return headOf(scene.models[model]!)[1];
}

describe('the physics of a project', () => {
  test('is on unless it is refused', async () => {
    const byDefault = await createScene(smallPmm({ models: [{ bones }] }), {
      resolve: () => createModel(fallingPmx()),
    });
    expect(byDefault.models[0]!.physics?.settleSeconds).toBe(0.5);
    const refused = await sceneOf({}, { physics: false });
    play(refused, 3);
    expect([refused.models[0]!.physics, heightOf(refused)]).toEqual([undefined, 15]);
  });

  test('is not loaded for models without bodies, nor if it is off in the project', async () => {
    const still = await sceneOf({}, { resolve: () => createModel(dancerPmx()) });
    expect(still.models[0]!.physics).toBeUndefined();
    expect((await sceneOf(withPhysics(0))).models[0]!.physics).toBeUndefined();
  });

  test.each([
    [1, 'always'],
    [2, 'keyframes'],
    [3, 'always'],
    [77, 'keyframes'],
  ])('has the mode of the project: %i is %s', async (mode, expected) => {
    const { physics } = (await sceneOf(withPhysics(mode))).models[0]!;
    expect([physics!.mode, physics!.ground]).toEqual([expected, true]);
  });

  test('has the noise that the seed chooses, the same for all models and after a seek', async () => {
    const project: SmallProject = {
      models: [{ bones }, { bones }],
      gravity: [{ frame: 0, noiseOn: 1, noise: 4 }],
    };
    const scene = await sceneOf(project);
    const gravityAt = (frame: number, of = scene): number[][] => {
      of.sample(frame);
      return of.models.map((model) => [...model!.physics!.gravity]);
    };
    const [first, second] = gravityAt(40);
    expect(second).toEqual(first);
    expect(Math.hypot(...first)).toBeLessThan(40);
    expect(gravityAt(0)).not.toEqual([first, first]);
    expect(gravityAt(40)).toEqual([first, first]);
    expect(gravityAt(40, await sceneOf(project))).toEqual([first, first]);
    expect(gravityAt(40, await sceneOf(project, { gravitySeed: 7 }))).not.toEqual([first, first]);
    expect(scene.report.notes).toEqual([]);
  });

  test('has the ground of the project', async () => {
    expect((await sceneOf(withPhysics(2, 0))).models[0]!.physics!.ground).toBe(false);
  });

  test('takes options before what the project says', async () => {
    const scene = await sceneOf(withPhysics(0, 0), {
      physics: { mode: 'always', ground: true, gravity: [0, 1, 0] },
    });
    scene.sample(3);
    const { mode, ground, gravity } = scene.models[0]!.physics!;
    expect([mode, ground, [...gravity]]).toEqual(['always', true, [0, 1, 0]]);
  });

  test('gives a model that has physics already the project’s mode and ground', async () => {
    const model = createModel(fallingPmx(), { physics: { wind: [1, 0, 0] } });
    await model.ready;
    const scene = await sceneOf(withPhysics(1, 0), { resolve: () => model });
    const { mode, ground, wind } = scene.models[0]!.physics!;
    expect([mode, ground, [...wind]]).toEqual(['always', false, [1, 0, 0]]);
    const off = createModel(fallingPmx(), { physics: true });
    await off.ready;
    await sceneOf(withPhysics(0), { resolve: () => off });
    expect(off.physics!.mode).toBe('off');
  });

  test('has the gravity of each frame, in every model', async () => {
    const gravity = [{ frame: 0 }, { frame: 10, acceleration: 19.6, direction: [0, -2, 0] as const }];
    const scene = await sceneOf({ models: [{ bones }, { bones }], gravity });
    for (const [frame, down] of [
      [0, -98],
      [5, -147],
      [10, -196],
    ]) {
      scene.sample(frame);
      for (const model of scene.models) expect(model!.physics!.gravity[1]).toBeCloseTo(down, 4);
    }
  });
});

describe('a scene with physics', () => {
  test('lets bodies fall, also at 30 frames a second and in models that share a file', async () => {
    for (const substeps of [1, 2]) {
      const scene = await sceneOf({ models: [{ bones }, { bones, path: 'm0.pmx' }] });
      play(scene, 6 / substeps, substeps);
      expect(heightOf(scene)).toBeCloseTo(15 - fallen(7), 4);
      expect(heightOf(scene, 1)).toBeCloseTo(15 - fallen(7), 4);
    }
  });

  test('poses and adjusts a model before each substep', async () => {
    const moving = { ...bones, センター: [{ frame: 0 }, { frame: 30, position: [30, 0, 0] as const }] };
    const scene = await sceneOf({ models: [{ bones: moving }] });
    const seen: number[][] = [];
    scene.sample(10);
    scene.adjust = ({ rig }, _, seconds) => seen.push([rig.pose.translations[0], 60 * seconds].map(round));
    scene.sample(11, 2 * STEP);
    scene.sample(11.5, STEP);
    scene.sample(11.5, 0);
    expect(seen).toEqual([
      [10.5, 1],
      [11, 1],
      [11.5, 1],
      [11.5, 0],
    ]);
  });

  test('starts physics again after a jump of a player, from the keyframes of the new frame', async () => {
    const head = [{ frame: 0 }, { frame: 30, position: [0, 3, 0] as const }];
    const project = smallPmm({ models: [{ bones: { 頭: head } }] });
    project.models[0].bones.physicsOff.set([0, 1]);
    const scene = await createScene(project, {
      resolve: () => createModel(fallingPmx()),
      physics: { settleSeconds: 0 },
    });
    const player = new MotionPlayer();
    player.add(scene, scene.motion);
    for (let i = 0; i < 20; i++) player.step(STEP);
    player.currentTime = 0.5;
    expect(heightOf(scene)).toBeCloseTo(15 + 1.5, 6); // led from the keyframe before, not from where it fell
  });

  test('lets bodies follow the seconds before a jump, in which no time passes for adjust', async () => {
    const moving = { ...bones, センター: [{ frame: 0 }, { frame: 300, position: [300, 0, 0] as const }] };
    const scene = await sceneOf(
      { models: [{ bones: moving }] },
      { physics: { settleSeconds: 0.1, runUpSeconds: 0.5 } },
    );
    const seen: number[] = [];
    scene.sample(100);
    scene.adjust = ({ rig }, _, seconds) => {
      expect(seconds).toBe(0);
      seen.push(round(rig.pose.translations[0]));
    };
    scene.reset();
    while (scene.isSettling) scene.sample(100);
    const [first, ...later] = seen.filter((x, i) => x !== 100 && x !== seen[i - 1]);
    expect(first).toBe(85); // half a second before frame 100
    expect(later).toEqual([86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
    expect(seen.at(-1)).toBe(100);
  });

  test('makes all substeps in the films of a player, also where a frame has time for one only', async () => {
    const machine = new SlowMachine(0);
    const scene = await sceneOf({}, { physics: { settleSeconds: 0, budget: 0, backend: machine } });
    const player = new MotionPlayer().add(scene, scene.motion);
    for (const isFilm of [true, false]) {
      const before = machine.substeps;
      if (isFilm) player.step(0.1);
      else scene.sample(6, 0.1);
      expect(machine.substeps - before).toBe(isFilm ? 6 : 1);
    }
  });

  test('simulates a model that is attached to another one where it stands', async () => {
    const moving = { ...bones, センター: [{ frame: 0 }, { frame: 30, position: [30, 0, 0] as const }] };
    const attached = {
      bones,
      externalParentBones: [-1],
      properties: [{ frame: 0, parents: [[0, 0]] as const }],
    };
    const scene = await sceneOf({ models: [{ bones: moving }, attached] });
    play(scene, 4);
    const { rig } = scene.models[1]!;
    expect(round(rig.worldPositions[0])).toBe(2); // its center, at frame 2
    // a free body stays behind
    expect(headOf(scene.models[1]!).map(round)).toEqual([0, round(10 + 15 - fallen(5)), 0]);
  });

  test('advances models that are attached to each other once a frame, where they are shown', async () => {
    const parents = (model: number, bone: number) => [{ frame: 0, parents: [[model, bone]] as const }];
    const scene = await sceneOf({
      models: [
        { bones: { ...bones, 左腕: [{ frame: 0 }] }, externalParentBones: [2], properties: parents(1, 0) },
        { bones, externalParentBones: [-1], properties: parents(0, 0) },
      ],
    });
    play(scene, 5);
    expect(heightOf(scene)).toBeCloseTo(15 - fallen(6), 4);
    expect(heightOf(scene, 1)).toBeCloseTo(10 + 15 - fallen(6), 4);
  });

  test('has one world for several models, in the order of the project, until the scene is disposed of', async () => {
    const scene = await sceneOf({ models: [{ bones }, { bones }] });
    const world = scene.models[0]!.physics!.world!;
    expect([world.modelCount, scene.models[1]!.physics!.world]).toEqual([2, world]);
    play(scene, 5);
    for (const model of [0, 1]) expect(heightOf(scene, model)).toBeCloseTo(15 - fallen(6), 4);
    expect(world.statistics.bodies).toBe(4);
    scene.dispose();
    expect([world.modelCount, world.statistics.bodies]).toEqual([0, 0]);
  });

  test.each<[string, number, NonNullable<SceneOptions['physics']>]>([
    ['one model', 1, {}],
    ['sharing none', 2, { sharing: 'none' }],
    ['another engine', 2, { backend: new SlowMachine(0) }],
  ])('has no shared world for %s', async (_, count, physics) => {
    const models = Array.from({ length: count }, () => ({ bones }));
    const scene = await sceneOf({ models }, { physics });
    for (const model of scene.models)
      expect([model!.physics?.world, !model!.physics]).toEqual([undefined, false]);
  });

  test('takes a world of the page, and leaves it to the page', async () => {
    const world = await createPhysicsWorld();
    world.addBody({ shape: 'sphere', size: 1 });
    const scene = await sceneOf({ models: [{ bones }, { bones }] }, { physics: world });
    expect(world.modelCount).toBe(2);
    scene.dispose();
    expect([world.modelCount, world.bodyCount]).toEqual([0, 1]);
  });

  test('disposes of the physics of its models', async () => {
    const scene = await sceneOf();
    scene.dispose();
    expect(scene.models[0]!.physics).toBeUndefined();
  });
});

function round(value: number): number {
  return Math.round(value * 1e3) / 1e3 + 0;
}
