import { createPmx, createPmxBone, type Pmx } from '@odori/format';
import { createPhysics, type Physics } from '@odori/physics';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { afterEach, expect, test, vi } from 'vitest';
import { rigidBody, rigidJoint } from '#test/support/physics-model.js';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A head whose body follows it, and hair that hangs on it by a joint. */
function hairModel(): Pmx {
  return createPmx({
    bones: [
      createPmxBone({ name: 'head', position: [0, 10, 0] }),
      createPmxBone({ name: 'hair', position: [0, 12, 0], parent: 0 }),
    ],
    rigidBodies: [
      rigidBody({ bone: 0, mode: 0, position: [0, 10, 0] }),
      rigidBody({ bone: 1, position: [0, 11, 0.5] }),
    ],
    joints: [rigidJoint(0, 1, { position: [0, 12, 0], angularLower: [-1, -1, -1], angularUpper: [1, 1, 1] })],
  });
}

async function scene(worker: boolean): Promise<{ rig: Rig; physics: Physics }> {
  const pmx = hairModel();
  const rig = new Rig(createRigDefinition(pmx));
  return { rig, physics: await createPhysics(pmx, rig, { worker }) };
}

function hairOf(physics: Physics): number[] {
  const pose: [number[], number[]] = [
    [0, 0, 0],
    [0, 0, 0, 1],
  ];
  physics.readBody(1, ...pose);
  return pose.flat();
}

/** Waits until the worker has answered. */
async function answered(physics: Physics): Promise<void> {
  await expect.poll(() => physics.isBusy, { interval: 1 }).toBe(false);
}

test('in a worker, bodies have exactly the poses of the main thread, one frame later', async () => {
  const [here, there] = [await scene(false), await scene(true)];
  for (const { rig, physics } of [here, there]) {
    rig.solve();
    physics.reset();
  }
  await answered(there.physics);
  let before = hairOf(here.physics);
  const start = before;
  for (let frame = 0; frame < 60; frame++) {
    here.physics.advance(1 / 60);
    there.physics.advance(1 / 60);
    expect(hairOf(there.physics)).toEqual(before);
    before = hairOf(here.physics);
    await answered(there.physics);
  }
  expect(before).not.toEqual(start);
  there.physics.dispose();
});

test('a jump while a frame is with the worker shows no pose from before it', async () => {
  const { rig, physics } = await scene(true);
  physics.reset();
  await answered(physics);
  for (let frame = 0; frame < 30; frame++) {
    physics.advance(1 / 60);
    await answered(physics);
  }
  physics.advance(1 / 60);
  rig.pose.translations[0] = 50;
  rig.solve();
  physics.reset();
  const jumped = hairOf(physics);
  expect(jumped.slice(0, 3)).toEqual([50, 11, -0.5]);
  for (let frame = 0; frame < 5; frame++) {
    expect(hairOf(physics)[0]).toBeCloseTo(50, 1);
    await answered(physics);
    physics.advance(0);
  }
  expect(hairOf(physics)).not.toEqual(jumped);
  physics.dispose();
});

test('a disposed simulation ends its worker', async () => {
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  const { physics } = await scene(true);
  physics.reset();
  expect(terminate).not.toHaveBeenCalled();
  physics.dispose();
  physics.dispose();
  expect(terminate).toHaveBeenCalledTimes(1);
  expect(physics.isBusy).toBe(false);
});

test('a copy gets a worker of its own', async () => {
  const { physics } = await scene(true);
  const rig = new Rig(createRigDefinition(hairModel()));
  const copy = await physics.clone(rig);
  physics.dispose();
  copy.reset();
  await answered(copy);
  for (let frame = 0; frame < 10; frame++) {
    copy.advance(1 / 60);
    await answered(copy);
  }
  copy.advance(0);
  expect(rig.worldRotations[4]).not.toBe(0); // hair has swung
  copy.dispose();
});

test('a worker whose file is missing rejects with a sentence that says so', async () => {
  const Original = Worker;
  vi.stubGlobal(
    'Worker',
    class extends Original {
      constructor(_: URL, options: WorkerOptions) {
        super('/no-such-worker.js', options);
      }
    },
  );
  await expect(scene(true)).rejects.toThrow('the physics worker did not load');
});

test('without the option, no worker starts', async () => {
  const started = vi.fn<() => void>();
  vi.stubGlobal('Worker', started);
  const { physics } = await scene(false);
  physics.reset();
  physics.advance(1 / 60);
  expect(started).not.toHaveBeenCalled();
});
