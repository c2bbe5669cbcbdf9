import { createHash } from 'node:crypto';
import { parsePmx, parseVmd } from '@odori/format';
import { createModel, type MmdModel } from '@odori/model';
import { PosePool, type PoseWarningEvent } from '@odori/model/pose-pool';
import { createPhysicsWorld } from '@odori/physics';
import { type Adjust, Motion, MotionPlayer } from '@odori/runtime';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readAsset } from '#test/support/dancer-files.js';
import { LocalPoseWorker } from './local-pose-worker.js';

/** A frame: times are sums of it, exactly. */
const FRAME = 1 / 64;

let original: MmdModel;
let dance: Motion;

beforeAll(async () => {
  original = createModel(parsePmx(readAsset('dancer.pmx')), { physics: true });
  await original.ready;
  dance = Motion.from(parseVmd(readAsset('dance.vmd')));
});

afterEach(() => vi.unstubAllGlobals());

interface Stage {
  readonly model: MmdModel;
  readonly player: MotionPlayer;
  readonly worker: LocalPoseWorker;
  readonly poses: PosePool;
  readonly warnings: string[];
}

/** A dancer whose worker has opened. */
async function stage(motion: Motion = dance): Promise<Stage> {
  const worker = new LocalPoseWorker();
  const poses = new PosePool({ workers: 1, createWorker: worker.create });
  const warnings: string[] = [];
  poses.addEventListener('warning', (event) => warnings.push((event as PoseWarningEvent).message));
  const player = new MotionPlayer({ poses });
  const model = original.clone();
  player.add(model, motion);
  await worker.open();
  return { model, player, worker, poses, warnings };
}

/** A dancer that this thread poses. */
function reference(): { model: MmdModel; player: MotionPlayer } {
  const [model, player] = [original.clone(), new MotionPlayer()];
  player.add(model, dance);
  return { model, player };
}

/** All that a page may read of a pose, to the bit. */
function shown({ rig, physics }: MmdModel): string {
  const { pose } = rig;
  const bodies = new Float64Array(7 * physics!.bodyCount);
  for (let body = 0; body < physics!.bodyCount; body++)
    physics!.readBody(body, bodies.subarray(7 * body), bodies.subarray(7 * body + 3));
  const hash = createHash('md5').update(Uint8Array.of(Number(pose.visible)));
  for (const numbers of [rig.worldMatrices, rig.worldRotations, rig.worldPositions, rig.skinMatrices, bodies])
    hash.update(numbers);
  for (const numbers of [rig.morphWeights, pose.translations, pose.rotations, pose.morphWeights])
    hash.update(numbers);
  return hash.update(pose.ikEnabled).update(pose.physicsEnabled).digest('hex');
}

/** Where the hair and the skirt are that bodies move. */
function hairOf({ rig, physics }: MmdModel): number[] {
  const bones = physics!.model.rigidBodies.filter(({ mode }) => mode !== 0).map(({ bone }) => bone);
  return bones.flatMap((bone) => [...rig.worldPositions.subarray(3 * bone, 3 * bone + 3)]);
}

/** The longest way that hair goes between two poses, in units. */
function farthest(from: readonly number[], to: readonly number[]): number {
  return Math.max(...from.map((value, i) => Math.abs(value - to[i])));
}

describe('a pool poses as this thread does, to the bit', () => {
  test('over a dance, after seeks, at other rates, and in a loop', async () => {
    const [there, here] = [await stage(), reference()];
    const step = (seconds: number): void => {
      there.worker.work(); // a frame from before a jump is answered first
      there.worker.work();
      there.player.update(FRAME);
      expect(there.poses.latency).toBe(0);
      expect(shown(there.model)).toBe(shown(here.model));
      here.player.update(seconds); // one frame ahead, as the worker
    };
    for (const { player } of [there, here]) void player.play();
    for (const start of [3, 0.5, 11]) {
      there.player.playbackRate = 1;
      for (const { player } of [there, here]) player.currentTime = start;
      step(2 * FRAME); // the seek itself took no time
      for (let frame = 0; frame < 40; frame++) step(FRAME);
      there.player.playbackRate = 2;
      step(3 * FRAME); // the worker was asked for a frame of half its length
      for (let frame = 0; frame < 10; frame++) step(2 * FRAME);
    }
    there.player.playbackRate = 1;
    there.player.loopRange = { start: 2, end: 2.25 };
    here.player.currentTime = 2; // as the player of the pool does
    step(2 * FRAME);
    for (let frame = 0; frame < 13; frame++) step(FRAME);
    there.worker.work();
    there.player.update(FRAME); // asks for the end of the range
    there.worker.work();
    there.player.update(FRAME); // begins again
    expect(there.player.currentTime).toBe(2);
    here.player.currentTime = 2;
    here.player.update(FRAME);
    for (let frame = 0; frame < 5; frame++) step(FRAME);
  }, 60_000);

  test('in memory that both threads have', async () => {
    vi.stubGlobal('crossOriginIsolated', true);
    const [there, here] = [await stage(), reference()];
    for (const { player } of [there, here]) {
      void player.play();
      player.currentTime = 5;
    }
    for (let frame = 0; frame < 20; frame++) {
      there.worker.work();
      there.player.update(FRAME);
      expect(shown(there.model)).toBe(shown(here.model));
      here.player.update(frame === 0 ? 2 * FRAME : FRAME);
    }
    expect(there.worker.inbox).toHaveLength(1);
    expect(there.worker.inbox[0]).toBeTypeOf('number');
  }, 60_000);
});

/** How many frames a worker has not read yet. */
function framesIn({ inbox }: LocalPoseWorker): number {
  return inbox.filter((message) => typeof message === 'number' || message instanceof ArrayBuffer).length;
}

/** Plays some frames, each of which the worker poses in time. */
function playFrames({ player, worker }: Stage, count: number): void {
  for (let frame = 0; frame < count; frame++) {
    worker.work();
    player.update(FRAME);
  }
}

/** A dancer in the middle of her dance, with hair that has come to rest. */
async function dancing(): Promise<Stage> {
  const scene = await stage();
  void scene.player.play();
  scene.player.currentTime = 4;
  playFrames(scene, 10);
  return scene;
}

/** No hair moves as far in one frame of this dance. */
const LEAP = 0.6;

describe('this thread poses what a worker cannot', () => {
  test('an adjust; hair goes on where it is, there and back', async () => {
    const scene = await dancing();
    const { player, model, worker } = scene;
    const adjust = vi.fn<Adjust>();
    player.crossfade(model, dance, 0.01, { adjust });
    let before = hairOf(model);
    for (let frame = 0; frame < 5; frame++) {
      worker.work();
      player.update(FRAME);
      expect(farthest(before, hairOf(model))).toBeLessThan(LEAP);
      before = hairOf(model);
    }
    expect(adjust.mock.calls.length).toBeGreaterThanOrEqual(5);
    expect(framesIn(worker)).toBe(0);
    player.add(model, dance);
    playFrames(scene, 3);
    expect(framesIn(worker)).toBe(1);
  });

  test('a gesture, and then the worker goes on', async () => {
    const scene = await dancing();
    const { player, model, worker } = scene;
    const result = player.perform(model, dance.slice(0, 6), { bones: 'head', fade: 0.1 });
    let before = hairOf(model);
    for (let frame = 0; frame < 30; frame++) {
      worker.work();
      player.update(FRAME);
      expect(farthest(before, hairOf(model))).toBeLessThan(LEAP);
      before = hairOf(model);
    }
    await expect(result).resolves.toBe('ended');
    expect(framesIn(worker)).toBe(1);
  });

  test('steps of a film', async () => {
    const { player, model, worker } = await dancing();
    worker.work();
    player.step(FRAME);
    expect(model.isSettling).toBe(false);
    const other = reference();
    other.player.step(player.currentTime);
    expect(model.rig.pose.rotations).toEqual(other.model.rig.pose.rotations);
    expect(framesIn(worker)).toBe(0);
    player.update(FRAME);
    expect(framesIn(worker)).toBe(1);
  });

  test('a model that the page updates itself', async () => {
    const { player, model, worker } = await dancing();
    for (let frame = 0; frame < 8; frame++) {
      worker.work();
      player.update(FRAME);
      model.update();
    }
    worker.work();
    player.update(FRAME);
    expect(framesIn(worker)).toBe(0);
    expect(model.rig.pose.translations).toEqual(poseAt(player.currentTime));
  });

  test('a model that follows another one', async () => {
    const { player, model, worker } = await dancing();
    model.rig.setExternalParent(-1, { rotation: Float64Array.of(0, 0, 0, 1), position: new Float64Array(3) });
    worker.work();
    player.update(FRAME);
    expect(framesIn(worker)).toBe(0);
    model.rig.setExternalParent(-1, undefined);
    player.update(FRAME);
    expect(framesIn(worker)).toBe(1);
  });

  test('models in a shared world', async () => {
    const { player, model, worker } = await dancing();
    const world = await createPhysicsWorld();
    world.add(model.physics!);
    worker.work();
    player.update(FRAME);
    expect(framesIn(worker)).toBe(0);
  });
});

/** The translations of the dance at a time. */
function poseAt(seconds: number): Float64Array {
  const { model, player } = reference();
  player.currentTime = seconds;
  return model.rig.pose.translations;
}

describe('a worker that fails', () => {
  test.each(['crash', 'slow'])('%s: this thread goes on, with one warning', async (kind) => {
    const scene = await dancing();
    const { player, model, worker, warnings } = scene;
    let before = hairOf(model);
    if (kind === 'crash') {
      worker.fail('out of memory');
      worker.fail('out of memory');
    } else {
      for (let frame = 0; frame < 30; frame++) player.update(FRAME);
      expect(scene.poses.latency).toBe(30);
      expect(hairOf(model)).toEqual(before);
      for (let frame = 0; frame < 40; frame++) player.update(FRAME);
      before = hairOf(model);
    }
    for (let frame = 0; frame < 5; frame++) {
      player.update(FRAME);
      expect(farthest(before, hairOf(model))).toBeLessThan(LEAP);
      before = hairOf(model);
    }
    const reason = kind === 'crash' ? 'out of memory' : 'it needs longer than the frames of the page';
    expect(warnings).toEqual([`a worker does not pose models any more, so this thread does: ${reason}`]);
    expect(worker.isTerminated).toBe(true);
    expect(model.rig.pose.translations).toEqual(poseAt(player.currentTime));
    expect(scene.poses.latency).toBe(0);
  });

  test('one that cannot be made', () => {
    const warnings: string[] = [];
    const poses = new PosePool({
      createWorker: () => {
        throw new Error('another origin');
      },
    });
    poses.addEventListener('warning', (event) => warnings.push((event as PoseWarningEvent).message));
    const player = new MotionPlayer({ poses });
    player.add(original.clone(), dance).add(original.clone(), dance);
    expect(warnings).toEqual([
      'a worker does not pose models any more, so this thread does: Error: another origin',
    ]);
  });
});

test('a slow worker skips frames, and then shows the newest one', async () => {
  const { player, model, worker, poses } = await dancing();
  for (let frame = 0; frame < 3; frame++) player.update(FRAME);
  expect(poses.latency).toBe(3);
  worker.work(); // what it was asked for first
  player.update(FRAME);
  worker.work();
  const next = player.currentTime + FRAME;
  player.update(FRAME);
  expect(poses.latency).toBe(0);
  expect(model.rig.pose.translations).toEqual(poseAt(next));
});

test('a pause shows the pose of its time, and until then the model settles', async () => {
  const scene = await dancing();
  const { player, model, worker } = scene;
  player.pause();
  expect(model.isSettling).toBe(true);
  playFrames(scene, 2);
  expect(model.isSettling).toBe(false);
  expect(model.rig.pose.translations).toEqual(poseAt(player.currentTime));
  worker.work();
  player.update(0);
  expect(model.isSettling).toBe(false);
});

test('a crossfade goes on in the worker', async () => {
  const scene = await dancing();
  const { player, model } = scene;
  const other = reference();
  void other.player.play();
  other.player.currentTime = player.currentTime + FRAME;
  player.crossfade(model, dance.mirror(), 0.25);
  other.player.crossfade(other.model, dance.mirror(), 0.25);
  for (let frame = 0; frame < 20; frame++) {
    other.player.update(FRAME);
    playFrames(scene, 1);
  }
  playFrames(scene, 1);
  expect(model.rig.pose.rotations).toEqual(other.model.rig.pose.rotations);
});

test('physics that loads later, and physics that is disposed of', async () => {
  const worker = new LocalPoseWorker();
  const player = new MotionPlayer({ poses: new PosePool({ workers: 1, createWorker: worker.create }) });
  const model = createModel(parsePmx(readAsset('dancer.pmx')));
  player.add(model, dance);
  await worker.open();
  void player.play();
  const scene = { model, player, worker } as Stage;
  playFrames(scene, 3);
  expect(framesIn(worker)).toBe(1);
  await model.loadPhysics();
  playFrames(scene, 1);
  await worker.open();
  playFrames(scene, 3);
  const moved = hairOf(model);
  playFrames(scene, 30);
  expect(model.physics!.state.isRead).toBe(true);
  expect(farthest(moved, hairOf(model))).toBeGreaterThan(0);
});

test('models spread over the workers; a removed one leaves its place', () => {
  const workers: LocalPoseWorker[] = [];
  const createWorker = (): Worker => {
    workers.push(new LocalPoseWorker());
    return workers.at(-1) as unknown as Worker;
  };
  const poses = new PosePool({ workers: 2, createWorker });
  const player = new MotionPlayer({ poses });
  const models = Array.from({ length: 4 }, () => original.clone());
  for (const model of models) player.add(model, dance);
  expect(workers.map(({ inbox }) => inbox.length)).toEqual([2, 2]);
  player.remove(models[0]);
  expect(workers[0].inbox.at(-1)).toEqual({ close: 1 });
  player.add(models[0], dance);
  expect(workers.map(({ inbox }) => inbox.length)).toEqual([4, 2]);
  poses.dispose();
  expect(workers.every(({ isTerminated }) => isTerminated)).toBe(true);
  player.update(FRAME);
});

test('a number of workers that is none is refused', () => {
  expect(() => new PosePool({ workers: 0 })).toThrow(RangeError);
});

test('without workers, this thread poses', () => {
  const player = new MotionPlayer({ poses: new PosePool() });
  const model = original.clone();
  player.add(model, dance);
  player.currentTime = 4;
  expect(model.rig.pose.translations).toEqual(poseAt(4));
});
