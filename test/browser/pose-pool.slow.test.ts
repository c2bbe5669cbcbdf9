import { createModel, type MmdModel } from '@odori/model';
import { PosePool, type PoseWarningEvent } from '@odori/model/pose-pool';
import { parsePmx } from '@odori/format';
import { loadMotion, type Motion, MotionPlayer } from '@odori/runtime';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import danceUrl from '@odori/sample/files/dance.vmd?url';
import modelUrl from '@odori/sample/files/dancer.pmx?url';

const FRAME = 1 / 64;

let original: MmdModel;
let dance: Motion;
let player: MotionPlayer;
let poses: PosePool;
let workers: Worker[];
let warnings: string[];

beforeAll(async () => {
  const bytes = new Uint8Array(await (await fetch(modelUrl)).arrayBuffer());
  original = createModel(parsePmx(bytes), {
    physics: { budget: undefined, settleSeconds: 0.1, runUpSeconds: 0.1 },
  });
  await original.ready;
  dance = await loadMotion(danceUrl);
});

beforeEach(() => {
  workers = [];
  warnings = [];
  poses = new PosePool({ workers: 2, createWorker });
  poses.addEventListener('warning', (event) => warnings.push((event as PoseWarningEvent).message));
  player = new MotionPlayer({ poses });
});

afterEach(() => {
  player.dispose();
  poses.dispose();
});

function createWorker(): Worker {
  const worker = new Worker(new URL('../../packages/model/src/pose-pool/pose-worker.ts', import.meta.url), {
    type: 'module',
  });
  workers.push(worker);
  return worker;
}

/** A dancer that a worker poses. */
async function dancer(): Promise<MmdModel> {
  const model = original.clone();
  player.add(model, dance);
  await expect
    .poll(() => {
      player.update(FRAME);
      return model.physics!.state.isRead;
    })
    .toBe(true);
  return model;
}

/** Lets workers answer. */
async function answered(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

test('a module worker poses a dance, with physics', async () => {
  const model = await dancer();
  void player.play();
  const places = new Set<number>();
  for (let frame = 0; frame < 60; frame++) {
    player.update(FRAME);
    await answered();
    places.add(model.rig.worldPositions[3 * model.rig.boneIndex('頭')]);
  }
  expect(places.size).toBeGreaterThan(10);
  expect(warnings).toEqual([]);
});

test('300 seeks, while models come and go', async () => {
  const model = await dancer();
  const others = Array.from({ length: 4 }, () => original.clone());
  void player.play();
  for (let seek = 0; seek < 300; seek++) {
    const time = ((seek * 37) % 100) / 10;
    player.currentTime = time;
    const other = others[seek % others.length];
    if (seek % 8 < 4) player.add(other, dance);
    else player.remove(other);
    expect(model.rig.pose.translations).toEqual(poseAt(time)); // at once
    for (let frame = 0; frame < seek % 3; frame++) {
      player.update(FRAME);
      await answered();
    }
  }
  player.pause();
  await expect
    .poll(() => {
      player.update(FRAME);
      return model.isSettling;
    })
    .toBe(false);
  expect(model.rig.pose.translations).toEqual(poseAt(player.currentTime));
});

/** The translations of the dance at a time. */
function poseAt(seconds: number): Float64Array {
  const other = new MotionPlayer();
  const model = createModelOnce();
  other.add(model, dance);
  other.currentTime = seconds;
  return model.rig.pose.translations.slice();
}

let once: MmdModel | undefined;

function createModelOnce(): MmdModel {
  if (once) return once;
  once = original.clone();
  once.physics!.mode = 'off';
  return once;
}

test('a page that slept for a minute goes on with one frame', async () => {
  const model = await dancer();
  void player.play();
  player.loop = true;
  player.update(60);
  await answered();
  player.update(FRAME);
  await expect
    .poll(() => {
      player.update(0);
      return [...model.rig.pose.translations].every(Number.isFinite) && model.physics!.state.isRead;
    })
    .toBe(true);
  expect(warnings).toEqual([]);
});

test('a worker that crashes: the page goes on, with one warning', async () => {
  const model = await dancer();
  void player.play();
  workers[0].dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
  player.update(FRAME);
  expect(model.rig.pose.translations).toEqual(poseAt(player.currentTime));
  expect(warnings).toEqual(['a worker does not pose models any more, so this thread does: out of memory']);
});

test('a script that does not load: the page goes on, with one warning', async () => {
  poses = new PosePool({ createWorker: () => new Worker('/no-such-file.js', { type: 'module' }) });
  poses.addEventListener('warning', (event) => warnings.push((event as PoseWarningEvent).message));
  player = new MotionPlayer({ poses });
  const model = original.clone();
  player.add(model, dance);
  await expect.poll(() => warnings.length).toBe(1);
  player.currentTime = 3;
  expect(model.rig.pose.translations).toEqual(poseAt(3));
});

test('the pool finds its own script', async () => {
  poses = new PosePool();
  player = new MotionPlayer({ poses });
  const model = await dancer();
  expect(model.physics!.state.isRead).toBe(true);
});
