import { createPhysicsWorld, type Physics, type SharedWorld } from '@odori/physics';
import { multiplyRotations, rotateVector } from '@odori/runtime/rig';
import { expect, test } from 'vitest';
import { createDancer, DANCER, type Dancer } from '#test/support/shared-dancers.js';

/** The same numbers in each run, 0 to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

/** The bodies that forces move: hair, skirt, chest. */
const MOVED = [...DANCER.rigidBodies.keys()].filter((body) => DANCER.rigidBodies[body].mode !== 0);
const [position, rotation] = [
  [0, 0, 0],
  [0, 0, 0, 1],
];

function placeOf(physics: Physics, body: number): number[] {
  physics.readBody(body, position, rotation);
  return [...position];
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** How far the bodies of a joint are apart beyond what it allows, at the worst. */
function worstGap({ physics }: Dancer): number {
  return Math.max(
    ...DANCER.joints.map((joint) => {
      const play = joint.linearUpper.map((upper, i) =>
        Math.max(Math.abs(upper), Math.abs(joint.linearLower[i])),
      );
      const [a, b] = [joint.bodyA, joint.bodyB].map((body) => originOn(physics, body, joint.position));
      return distance(a, b) - Math.hypot(...play);
    }),
  );
}

/** Where a point of the model at rest is, as a body carries it. */
function originOn(physics: Physics, body: number, [x, y, z]: readonly number[]): number[] {
  const { position: rest, rotation: angles } = DANCER.rigidBodies[body];
  const back = restRotation(angles).map((value, i) => (i < 3 ? -value : value));
  physics.readBody(body, position, rotation);
  multiplyRotations(rotation, 0, back, 0, back, 0);
  const arm = [x - rest[0], y - rest[1], rest[2] - z];
  rotateVector(back, 0, arm, 0, arm, 0);
  return arm.map((value, i) => position[i] + value);
}

/** Ry · Rx · Rz in MMD's space, in three's. */
function restRotation([x, y, z]: readonly number[]): number[] {
  const about = (axis: number, angle: number): number[] => {
    const q = [0, 0, 0, Math.cos(angle / 2)];
    q[axis] = Math.sin(angle / 2);
    return q;
  };
  const q = about(1, y);
  multiplyRotations(q, 0, about(0, x), 0, q, 0);
  multiplyRotations(q, 0, about(2, z), 0, q, 0);
  return [-q[0], -q[1], q[2], q[3]];
}

test('two dancers who hold hands for 20 s: no joint is torn for longer than 0.25 s more than alone', async () => {
  const world = await createPhysicsWorld();
  const pair = [(await createDancer({ world })).place(-2.5), (await createDancer({ world })).place(2.5)];
  const dancers = [...pair, await createDancer()];
  for (const dancer of dancers) dancer.seek(0);
  const [torn, longest] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  let pairs = 0;
  for (let i = 0; i < 1200; i++) {
    for (const dancer of dancers) dancer.update();
    dancers.forEach((dancer, k) => {
      torn[k] = worstGap(dancer) > 0.6 ? torn[k] + 1 : 0;
      longest[k] = Math.max(longest[k], torn[k]);
    });
    pairs = Math.max(pairs, world.statistics.pairs);
  }
  expect(pair.every(({ isFinite }) => isFinite)).toBe(true);
  expect(Math.max(longest[0], longest[1]) / 60).toBeLessThanOrEqual(longest[2] / 60 + 0.25);
  expect(pairs).toBeGreaterThan(100); // they touch
});

test('200 grabs of hair, skirt and chest: no body is lost, and 3 s later all are where they would be', async () => {
  const random = randomNumbers(11);
  const world = await createPhysicsWorld();
  const other = await createPhysicsWorld();
  // company for the dancer who is not grabbed
  other.addBody({ shape: 'sphere', size: 0.1, position: [100, 0, 0] });
  const [grabbed, free] = [
    await createDancer({ world, settleSeconds: 0 }),
    await createDancer({ world: other, settleSeconds: 0 }),
  ];
  const both = (frames: number): void => {
    for (let i = 0; i < frames; i++) for (const dancer of [grabbed, free]) dancer.update();
  };
  const worst: number[] = [];
  for (let i = 0; i < 200; i++) {
    const frame = 30 + 1000 * random();
    for (const dancer of [grabbed, free]) dancer.seek(frame);
    both(30);
    const point = placeOf(grabbed.physics, MOVED[Math.floor(random() * MOVED.length)]);
    const grab = world.grab(point, { reach: 2 })!;
    const way = [random() - 0.5, random() - 0.5, random() - 0.5];
    const step = (40 * random()) / 60 / Math.hypot(...way);
    for (let k = 0; k < 30; k++) {
      way.forEach((value, axis) => (point[axis] += value * step));
      grab.moveTo(point);
      both(1);
    }
    grab.release();
    both(180);
    worst.push(
      Math.max(...MOVED.map((body) => distance(placeOf(grabbed.physics, body), placeOf(free.physics, body)))),
    );
  }
  expect(grabbed.physics.faults).toBe(0);
  expect(worst.sort((a, b) => a - b)[100]).toBeLessThan(0.1);
}, 1_800_000);

test('300 seeks, moves, additions and removals leave all models finite and settled, and nothing in the world', async () => {
  const random = randomNumbers(7);
  const world = await createPhysicsWorld();
  const dancers: Dancer[] = [];
  const some = (): Dancer => dancers[Math.floor(random() * dancers.length)];
  for (let i = 0; i < 300; i++) {
    await change(world, dancers, some, random, i);
    for (let frame = Math.floor(4 * random()); frame > 0; frame--)
      for (const dancer of dancers) if (random() < 0.9) dancer.update(random() < 0.8 ? 1 / 60 : 1 / 30);
    expect(dancers.every(({ isFinite }) => isFinite)).toBe(true);
  }
  for (let i = 0; i < 120; i++) for (const dancer of dancers) dancer.update();
  expect(dancers.every(({ isFinite, physics }) => isFinite && !physics.isSettling)).toBe(true);
  expect(world.modelCount).toBe(dancers.length);
  for (const { physics } of dancers) physics.dispose();
  world.dispose();
  expect([world.modelCount, world.bodyCount]).toEqual([0, 0]);
  expect(world.statistics).toEqual({ bodies: 0, pairs: 0, contacts: 0 });
}, 600_000);

async function change(
  world: SharedWorld,
  dancers: Dancer[],
  some: () => Dancer,
  random: () => number,
  i: number,
): Promise<void> {
  const kind = random();
  if (dancers.length === 0 || (kind < 0.15 && dancers.length < 4)) {
    const dancer = (await createDancer({ world })).place(12 * random() - 6, 6 * random());
    dancers.push(dancer.seek(1500 * random()));
  } else if (kind < 0.25) {
    const [dancer] = dancers.splice(Math.floor(random() * dancers.length), 1);
    if (random() < 0.5) world.remove(dancer.physics);
    dancer.update();
    dancer.physics.dispose();
  } else if (kind < 0.6) some().seek(1500 * random());
  else if (kind < 0.65) {
    const { physics } = some();
    physics.mode = physics.mode === 'off' ? 'keyframes' : 'off';
  } else if (kind < 0.7) {
    const { physics } = some();
    physics.worldPosition![0] += 4 * random() - 2;
    if (random() < 0.3) physics.worldScale = 0.5 + random();
  } else if (kind < 0.75) {
    const shape = (['sphere', 'box', 'capsule'] as const)[i % 3];
    world.addBody({ shape, size: [1, 1, 1], mass: i % 2, position: [6 * random() - 3, 15, 0] });
  }
}
