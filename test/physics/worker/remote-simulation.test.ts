import { createPmx, createPmxBone, type Pmx } from '@odori/format';
import { createPhysics, Physics, type PhysicsOptions } from '@odori/physics';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';
import { startSimulation } from '#src/physics/worker/open-worker.js';
import type { WorkerPort } from '#src/physics/worker/remote-simulation.js';
import { serveSimulation } from '#src/physics/worker/serve-simulation.js';
import { fallen, placeOfBone, rigidBody, rigidJoint } from '#test/support/physics-model.js';

/**
 * A worker that runs here, and works when a test lets it. Buffers that are handed over can no longer be used,
 * as with a worker.
 */
class LocalWorker implements WorkerPort {
  isTerminated = false;
  readonly #listeners = new Map<string, (event: object) => void>();
  readonly inbox: unknown[] = [];
  readonly #outbox: ArrayBuffer[] = [];
  readonly #serve = serveSimulation((buffer) =>
    this.#outbox.push(structuredClone(buffer, { transfer: [buffer] })),
  );

  postMessage(message: unknown, transfer: ArrayBuffer[] = []): void {
    this.inbox.push(structuredClone(message, { transfer }));
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.set(type, listener as (event: object) => void);
  }

  /** Fails with an error, which may have a message. */
  fail(error: { message?: string }): void {
    this.#listeners.get('error')!(error);
  }

  /** Answers the messages that have arrived until now. */
  work(): void {
    for (const message of this.inbox.splice(0)) this.#serve(message);
    for (const data of this.#outbox.splice(0)) this.#listeners.get('message')!({ data });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

/** A head whose body follows it, hair that hangs on it by a joint, and its tip. */
function hairModel(): Pmx {
  const swing = { angularLower: [-1, -1, -1] as never, angularUpper: [1, 1, 1] as never };
  const hair = { linearDamping: 0.5, angularDamping: 0.5 };
  return createPmx({
    bones: [
      createPmxBone({ name: 'head', position: [0, 10, 0] }),
      createPmxBone({ name: 'hair', position: [0, 12, 0], parent: 0 }),
      createPmxBone({ name: 'tip', position: [0, 10, 1], parent: 1 }),
    ],
    rigidBodies: [
      rigidBody({ bone: 0, mode: 0, position: [0, 10, 0] }),
      rigidBody({ bone: 1, position: [0, 11, 0.5], ...hair }),
      rigidBody({ bone: 2, position: [0, 9, 1], ...hair }),
    ],
    joints: [
      rigidJoint(0, 1, { position: [0, 12, 0], ...swing }),
      rigidJoint(1, 2, { position: [0, 10, 1], ...swing }),
    ],
  });
}

interface Remote {
  readonly rig: Rig;
  readonly physics: Physics;
  readonly worker: LocalWorker;
}

async function remote(pmx = hairModel(), options: PhysicsOptions = {}): Promise<Remote> {
  const worker = new LocalWorker();
  const starting = startSimulation(worker, pmx);
  worker.work();
  const rig = new Rig(createRigDefinition(pmx));
  return { rig, worker, physics: new Physics(pmx, rig, await starting, options) };
}

async function local(pmx = hairModel(), options: PhysicsOptions = {}): Promise<Omit<Remote, 'worker'>> {
  const rig = new Rig(createRigDefinition(pmx));
  return { rig, physics: await createPhysics(pmx, rig, options) };
}

/** Moves the head to and fro, makes the substeps of a frame and gives the poses of all bodies. */
function dance({ rig, physics }: Omit<Remote, 'worker'>, frame: number, moves = true): number[][] {
  rig.pose.translations[0] = moves ? 3 - 3 * Math.cos(frame / 10) : 0;
  rig.solve();
  physics.advance(1 / 60);
  rig.solveAfterPhysics();
  return bodies(physics);
}

function bodies(physics: Physics): number[][] {
  return Array.from({ length: physics.bodyCount }, (_, body) => {
    const pose = [
      [0, 0, 0],
      [0, 0, 0, 1],
    ];
    physics.readBody(body, pose[0], pose[1]);
    return pose.flat();
  });
}

/** How much of its time each substep of a frame has: the second of the numbers of its record. */
function pacesOf(frame: Float64Array, count: number): number[] {
  const length = 7 + 8 * count;
  return Array.from({ length: frame[1] }, (_, record) => frame[3 + length * record + 1]);
}

/** A model whose head stays: nothing carries its hair along. It falls from the side. */
async function startBoth(): Promise<[Omit<Remote, 'worker'>, Remote]> {
  const both = [await local(), await remote()] as const;
  for (const { rig, physics } of both) {
    rig.pose.rotations.set([0, 0, 0.6, 0.8], 4);
    rig.solve();
    physics.reset();
  }
  both[1].worker.work();
  return [...both];
}

test('in a worker, bodies have exactly the poses of the main thread, one frame later', async () => {
  const [here, there] = await startBoth();
  let before = bodies(here.physics);
  for (let frame = 0; frame < 60; frame++) {
    const wanted = dance(here, frame, false);
    expect(dance(there, frame, false)).toEqual(before);
    there.worker.work();
    before = wanted;
  }
  expect(before[2]).not.toEqual(bodies(await local().then(({ physics }) => physics))[2]); // it has moved
});

test('a head that moves on takes its hair along: seen from the head, hair is as it was one frame before', async () => {
  const still = { settleSeconds: 0 };
  const [here, there] = [await local(hairModel(), still), await remote(hairModel(), still)];
  const fromHead = ({ rig }: Omit<Remote, 'worker'>): number[] =>
    placeOfBone(rig, 2).map((value, i) => value - placeOfBone(rig, 0)[i]);
  let before: number[] | undefined;
  let worst = 0;
  for (let frame = 0; frame < 120; frame++) {
    for (const scene of [here, there]) dance(scene, frame);
    const found = fromHead(there);
    if (before) worst = Math.max(worst, ...found.map((value, i) => Math.abs(value - before![i])));
    before = fromHead(here);
    there.worker.work();
  }
  expect(worst).toBeLessThan(1e-9);
});

test('a fall has the speed of MMD in a worker', async () => {
  const pmx = createPmx({
    bones: [
      createPmxBone({ name: 'root' }),
      createPmxBone({ name: 'hair', position: [0, 12, 0], parent: 0 }),
    ],
    rigidBodies: [rigidBody({ bone: 1, position: [0, 12, 0] })],
  });
  const { rig, physics, worker } = await remote(pmx);
  physics.reset();
  for (let k = 0; k < 10; k++) {
    worker.work();
    physics.step(1);
  }
  worker.work();
  physics.advance(0);
  expect(placeOfBone(rig, 1)[1]).toBeCloseTo(12 - fallen(11), 4);
});

describe('frames that come faster than the worker answers', () => {
  test('wait, and are sent together', async () => {
    const [here, there] = await startBoth();
    for (let frame = 0; frame < 4; frame++) {
      dance(here, frame, false);
      dance(there, frame, false);
      expect(there.worker.inbox.length).toBe(1); // the first frame is with the worker, the others wait
    }
    expect(there.physics.isBusy).toBe(true);
    there.worker.work();
    expect(there.worker.inbox.length).toBe(1);
    there.worker.work();
    expect([there.physics.isBusy, there.physics.droppedSubsteps]).toEqual([false, 0]);
    there.physics.advance(0);
    expect(bodies(there.physics)).toEqual(bodies(here.physics)); // nothing was lost
  });

  test('of more than a second of them, every second substep is left out and counted', async () => {
    const { rig, physics, worker } = await remote();
    physics.reset();
    worker.work();
    for (let frame = 0; frame < 200; frame++) dance({ rig, physics }, frame);
    expect(physics.droppedSubsteps).toBeGreaterThan(130);
    expect(worker.inbox.length).toBe(1);
    worker.work();
    const [message] = worker.inbox as ArrayBuffer[];
    const records = new Float64Array(message)[1];
    expect(records).toBeLessThanOrEqual(61);
    expect(1 + records + physics.droppedSubsteps).toBe(200);
    worker.work();
    physics.advance(0);
    expect(bodies(physics).flat().every(Number.isFinite)).toBe(true);
    const [head, hair] = [placeOfBone(rig, 0), placeOfBone(rig, 1)];
    expect(Math.hypot(head[0] - hair[0], head[1] + 2 - hair[1])).toBeLessThan(1);
  });

  test('each substep that stays stands for the time of those that were left out before it', async () => {
    const { rig, physics, worker } = await remote();
    physics.reset();
    worker.work();
    for (let frame = 0; frame < 200; frame++) dance({ rig, physics }, frame);
    worker.work(); // the first frame; the others are sent
    const paces = pacesOf(new Float64Array(worker.inbox[0] as ArrayBuffer), physics.bodyCount);
    expect(Math.min(...paces)).toBeLessThanOrEqual(1 / 4); // the oldest were thinned out several times
    expect(paces.at(-1)).toBe(1);
    expect(1 + paces.reduce((sum, pace) => sum + 1 / pace, 0)).toBe(200);
  });

  test('hair that the worker has no time for swings no farther than it should', async () => {
    const [here, there] = [await local(), await remote()];
    const angleOf = ({ rig }: Omit<Remote, 'worker'>): number => {
      const [head, tip] = [placeOfBone(rig, 0), placeOfBone(rig, 2)];
      return Math.atan2(Math.abs(tip[0] - head[0]), head[1] + 2 - tip[1]);
    };
    const [wanted, found]: number[][] = [[], []];
    for (const { physics } of [here, there]) physics.reset();
    for (let frame = 0; frame < 3000; frame++) {
      for (const scene of [here, there]) dance(scene, frame / 2);
      wanted.push(angleOf(here));
      if (frame % 150 > 0) continue; // it answers every 2.5 seconds
      there.worker.work();
      there.physics.advance(0);
      found.push(angleOf(there));
    }
    expect(Math.max(...found)).toBeLessThan(Math.max(...wanted));
  });

  test('reuse their buffers: from some frames on, no new one is made', async () => {
    const { rig, physics, worker } = await remote();
    physics.reset();
    const sizes = new Set<number>();
    for (let frame = 0; frame < 50; frame++) {
      dance({ rig, physics }, frame);
      for (const message of worker.inbox) sizes.add((message as ArrayBuffer).byteLength);
      worker.work();
    }
    expect(sizes.size).toBeLessThanOrEqual(3);
  });
});

describe('a jump', () => {
  test('shows no pose from before it', async () => {
    const { rig, physics, worker } = await remote();
    rig.solve();
    physics.reset();
    for (let frame = 0; frame < 30; frame++) {
      dance({ rig, physics }, frame);
      worker.work();
    }
    dance({ rig, physics }, 30); // this frame is with the worker
    rig.pose.translations[0] = 50;
    rig.solve();
    physics.reset();
    expect(placeOfBone(rig, 2)).toEqual([50, 10, -1]); // as the keyframes say
    worker.work(); // the frame from before the jump
    physics.advance(0);
    rig.solveAfterPhysics();
    expect(placeOfBone(rig, 2)).toEqual([50, 10, -1]);
    worker.work(); // the reset
    physics.advance(0);
    rig.solveAfterPhysics();
    expect(placeOfBone(rig, 2)[1]).toBeCloseTo(10 - fallen(1), 1);
    expect(placeOfBone(rig, 2)[0]).toBeCloseTo(50, 3);
  });

  test('of a page that plays leaves hair as it hung until the worker knows where it settles', async () => {
    const { rig, physics, worker } = await remote();
    const fromHead = (): number[] => placeOfBone(rig, 2).map((value, i) => value - placeOfBone(rig, 0)[i]);
    const frame = (x: number, frameOfWorker = true): number[] => {
      rig.pose.translations[0] = x;
      rig.solve();
      physics.advance(1 / 60);
      rig.solveAfterPhysics();
      if (frameOfWorker) worker.work();
      return fromHead();
    };
    const isNear = (a: number[], b: number[], far: number): void =>
      a.forEach((value, i) => expect(Math.abs(value - b[i])).toBeLessThan(far));
    rig.pose.rotations.set([0, 0, 0.6, 0.8], 4); // by its keyframes, hair sticks out to the side
    for (let i = 0; i < 90; i++) frame(0);
    const hung = fromHead();
    expect(Math.hypot(hung[0] - 1.92, hung[1] - 1.44)).toBeGreaterThan(1); // where the keyframes hold it

    // a leap of the head: three frames pass until the worker answers
    for (let i = 0; i < 4; i++) {
      isNear(frame(50, false), hung, 1e-9);
      expect(physics.isSettling).toBe(true);
    }
    worker.work(); // settling, and after it the frames that have waited
    worker.work();
    let before = hung;
    for (let i = 0; i < 20; i++) {
      const now = frame(50);
      isNear(now, before, 0.2); // goes over, and never by way of the keyframes
      before = now;
    }
    expect(physics.isSettling).toBe(false);
    isNear(before, hung, 0.3); // the head hangs in the same way
  });

  test('that a broken worker does not answer is over', async () => {
    const { rig, physics, worker } = await remote();
    for (let i = 0; i < 30; i++) {
      dance({ rig, physics }, 0);
      worker.work();
    }
    rig.pose.translations[0] = 50;
    rig.solve();
    for (let i = 0; i < 2; i++) physics.advance(1 / 60);
    expect(physics.isSettling).toBe(true);
    worker.fail({ message: 'out of memory' });
    for (let i = 0; i < 10; i++) physics.advance(1 / 60);
    expect(physics.isSettling).toBe(false);
  });

  test('is settled as on the main thread', async () => {
    const both = [await local(), await remote()] as const;
    for (const { rig, physics } of both) {
      rig.pose.rotations.set([0, 0, 0.6, 0.8], 4);
      rig.solve();
      physics.reset();
      physics.settle();
    }
    for (let i = 0; i < 5; i++) {
      for (const scene of both) dance(scene, 0, false);
      both[1].worker.work();
      both[1].worker.work();
    }
    both[1].physics.advance(0);
    expect(both.map(({ physics }) => physics.isSettling)).toEqual([false, false]);
    expect(bodies(both[1].physics)).toEqual(bodies(both[0].physics));
  });
});

test('keyframes switch bodies off and on in a worker', async () => {
  const { rig, physics, worker } = await remote();
  physics.reset();
  const frame = (isOn: number): void => {
    rig.pose.physicsEnabled.fill(isOn);
    rig.solve();
    physics.advance(1 / 60);
    rig.solveAfterPhysics();
    worker.work();
  };
  for (let i = 0; i < 40; i++) frame(1);
  expect(placeOfBone(rig, 2)[0]).toBeCloseTo(0, 2); // hangs down
  rig.pose.rotations.set([0, 0, 0.6, 0.8], 4);
  frame(0);
  const keyed = [1.92, 11.44, -1]; // 2 units below the head's top, turned by 73.7°
  // at once: keyframes need no worker
  placeOfBone(rig, 2).forEach((value, i) => expect(value).toBeCloseTo(keyed[i], 6));
  for (let i = 0; i < 10; i++) frame(0);
  for (let i = 0; i < 2; i++) frame(1);
  expect(placeOfBone(rig, 2)[0]).toBeGreaterThan(1.5); // falls from there
  for (let i = 0; i < 40; i++) frame(1);
  expect(placeOfBone(rig, 2)[0]).toBeLessThan(1.5);
});

test('gravity, wind and ground take effect in a worker', async () => {
  const { rig, physics, worker } = await remote(
    createPmx({
      bones: [createPmxBone({ name: 'hair' })],
      rigidBodies: [rigidBody({ bone: 0, position: [0, 0.5, 0], collisionMask: 0xffff })],
    }),
  );
  const run = (): number[] => {
    physics.reset();
    for (let i = 0; i < 30; i++) {
      physics.step(1);
      worker.work();
    }
    worker.work();
    physics.advance(0);
    return placeOfBone(rig, 0);
  };
  expect(run()[1]).toBeCloseTo(0, 1); // the ground holds it
  physics.ground = false;
  expect(run()[1]).toBeCloseTo(-fallen(31), 3);
  physics.gravity.set([0, 0, 0]);
  physics.wind.set([98, 0, 0]);
  expect(run()[0]).toBeCloseTo(fallen(31), 3);
});

test('another substep takes effect in a worker', async () => {
  const both = [
    await local(hairModel(), { substep: 1 / 120 }),
    await remote(hairModel(), { substep: 1 / 120 }),
  ] as const;
  for (const { rig, physics } of both) {
    rig.pose.rotations.set([0, 0, 0.6, 0.8], 4);
    rig.solve();
    physics.reset();
  }
  both[1].worker.work();
  for (let frame = 0; frame < 20; frame++) {
    for (const scene of both) dance(scene, 0, false);
    both[1].worker.work();
  }
  both[1].physics.advance(0);
  expect(bodies(both[1].physics)).toEqual(bodies(both[0].physics));
});

test('a disposed simulation ends its worker, and later frames follow the keyframes', async () => {
  const { rig, physics, worker } = await remote();
  physics.reset();
  physics.dispose();
  expect(worker.isTerminated).toBe(true);
  expect(dance({ rig, physics }, 3)).toBeDefined();
  expect(placeOfBone(rig, 2)[1]).toBe(10);
  expect(physics.isBusy).toBe(false);
});

test('a worker that does not load rejects, and is ended', async () => {
  const worker = new LocalWorker();
  const starting = startSimulation(worker, hairModel());
  worker.fail({ message: 'no such file' });
  await expect(starting).rejects.toThrow('the physics worker did not load: no such file');
  const silent = new LocalWorker();
  const blocked = startSimulation(silent, hairModel());
  silent.fail({});
  await expect(blocked).rejects.toThrow('does the Content-Security-Policy allow worker-src?');
  expect([worker.isTerminated, silent.isTerminated]).toEqual([true, true]);
});

test('a worker that breaks leaves hair where it is', async () => {
  const { rig, physics, worker } = await remote();
  physics.reset();
  worker.work();
  const before = dance({ rig, physics }, 0, false);
  worker.fail({ message: 'out of memory' });
  for (let frame = 0; frame < 5; frame++) expect(dance({ rig, physics }, 0, false)).toEqual(before);
  expect([physics.isBusy, worker.isTerminated]).toEqual([false, true]);
});

test('where there are no workers, `worker: true` rejects with a sentence that says so', async () => {
  const pmx = hairModel();
  const rig = new Rig(createRigDefinition(pmx));
  await expect(createPhysics(pmx, rig, { worker: true })).rejects.toThrow(
    'physics in a worker needs a browser: this environment has no Worker. Leave out `worker: true`',
  );
  await expect(createPhysics(pmx, rig, { worker: true, backend: {} as never })).rejects.toThrow(TypeError);
});

test('thousands of bodies, joints to nothing and numbers that are none neither hang nor throw', async () => {
  const pmx = hairModel();
  for (let i = 0; i < 5000; i++)
    pmx.rigidBodies.push(rigidBody({ bone: i % 5, position: [NaN, 1e30, 0], mass: NaN }));
  pmx.joints.push(rigidJoint(-1, 99_999), rigidJoint(0, 0));
  const { rig, physics, worker } = await remote(pmx);
  expect(physics.bodyCount).toBe(4096);
  rig.solve();
  physics.reset();
  worker.work();
  physics.advance(1 / 60);
  expect(rig.worldPositions.every(Number.isFinite)).toBe(true);
});
