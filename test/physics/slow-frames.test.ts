import { createPhysics, type Physics, type PhysicsOptions, World } from '@odori/physics';
import { createPmx, createPmxBone, type Pmx } from '@odori/format';
import { createRigDefinition, Rig } from '@odori/runtime/rig';
import { describe, expect, test } from 'vitest';
import { placeOfBone, rigidBody, rigidJoint } from '#test/support/physics-model.js';

/* Hair that gets fewer substeps than the time that passes has. */

const LINKS = 4;
/** The bone at the end of the chain, and its body. */
const TIP = LINKS;

/**
 * A head whose body follows it, and a chain of four spheres that hangs on it, one unit from one to the next.
 */
function chain(): Pmx {
  const numbers = Array.from({ length: LINKS + 1 }, (_, i) => i);
  const swing = { angularLower: [-1, -1, -1], angularUpper: [1, 1, 1], angularSpring: [10, 10, 10] } as const;
  return createPmx({
    bones: numbers.map((i) => createPmxBone({ name: `${i}`, parent: i - 1, position: [0, 10 - i, 0] })),
    rigidBodies: numbers.map((i) =>
      rigidBody({
        bone: i,
        mode: i === 0 ? 0 : 1,
        size: [0.3, 0.3, 0.3],
        position: [0, 10 - i, 0],
        linearDamping: 0.5,
        angularDamping: 0.5,
      }),
    ),
    joints: numbers
      .slice(1)
      .map((i) => rigidJoint(i - 1, i, { position: [0, 10.5 - i, 0], ...(swing as object) })),
  });
}

type Motion = (rig: Rig, seconds: number) => void;

/** The head goes to and fro by 2 units. */
const sways: Motion = ({ pose }, seconds) => {
  pose.translations[0] = 2 * Math.sin(3 * seconds);
};

/** The head goes round in a circle of 2 units, and always looks outwards. */
const circles: Motion = ({ pose }, seconds) => {
  pose.translations.set([2 * Math.sin(3 * seconds), 0, 2 * Math.cos(3 * seconds)]);
  pose.rotations.set([0, Math.sin(1.5 * seconds), 0, Math.cos(1.5 * seconds)]);
};

/** The head goes straight on, as fast as a runner. */
const glides: Motion = ({ pose }, seconds) => {
  pose.translations[0] = 20 * seconds;
};

class Dance {
  readonly rig: Rig;
  readonly physics: Physics;
  readonly #motion: Motion;
  #time = 0;

  static async begin(motion: Motion, options: PhysicsOptions = {}): Promise<Dance> {
    const pmx = chain();
    const rig = new Rig(createRigDefinition(pmx));
    return new Dance(rig, await createPhysics(pmx, rig, options), motion);
  }

  constructor(rig: Rig, physics: Physics, motion: Motion) {
    [this.rig, this.physics, this.#motion] = [rig, physics, motion];
    this.#pose(0);
    physics.reset();
  }

  /** A frame whose poses in between are known. */
  advance(seconds: number): void {
    this.#frame(seconds, () => this.physics.advance(seconds, (t) => this.#pose(t)));
  }

  /** A frame of which only the end is known. */
  advanceStraight(seconds: number): void {
    this.#pose(seconds);
    this.#frame(seconds, () => this.physics.advance(seconds));
  }

  /** A frame with all of its substeps. */
  step(substeps: number): void {
    this.#frame(substeps / 60, () => this.physics.step(substeps, (k) => this.#pose(k / 60)));
  }

  #frame(seconds: number, simulate: () => void): void {
    simulate();
    this.rig.solveAfterPhysics();
    this.#time += seconds;
  }

  #pose(seconds: number): void {
    this.#motion(this.rig, this.#time + seconds);
    this.rig.solve();
  }

  /** Degrees from the tip's place, as the head sees it, to straight down. */
  get angle(): number {
    const [head, tip] = [0, TIP].map((bone) => placeOfBone(this.rig, bone));
    const [x, y, z] = tip.map((value, i) => value - head[i]);
    return (Math.atan2(Math.hypot(x, z), -y) * 180) / Math.PI;
  }
}

/** The mean and the largest angle of the tip in some seconds of frames. */
function anglesOf(
  dance: Dance,
  fps: number,
  frame: (seconds: number) => void,
  seconds = 15,
): { mean: number; max: number } {
  let [sum, max] = [0, 0];
  for (let k = 0; k < seconds * fps; k++) {
    frame(1 / fps);
    sum += dance.angle;
    max = Math.max(max, dance.angle);
  }
  return { mean: sum / (seconds * fps), max };
}

const PAIRS = [5, 10, 15, 30].flatMap((fps) => [2, 3, 4, 10].map((maxSubsteps) => ({ fps, maxSubsteps })));

describe.each(PAIRS)('at $fps frames a second with at most $maxSubsteps substeps', ({ fps, maxSubsteps }) => {
  test('hair hangs under a head that goes to and fro', async () => {
    const dance = await Dance.begin(sways, { maxSubsteps });
    const { mean, max } = anglesOf(dance, fps, (seconds) => dance.advance(seconds), 20);
    expect(mean).toBeLessThan(15);
    expect(max).toBeLessThan(60);
  });

  test('it does so where only the ends of frames are known', async () => {
    const dance = await Dance.begin(sways, { maxSubsteps });
    const { mean, max } = anglesOf(dance, fps, (seconds) => dance.advanceStraight(seconds));
    expect(mean).toBeLessThan(15);
    expect(max).toBeLessThan(60);
  });

  test('it leans outwards under a head that goes round, as with enough substeps', async () => {
    const dance = await Dance.begin(circles, { maxSubsteps });
    const { mean, max } = anglesOf(dance, fps, (seconds) => dance.advance(seconds));
    // On a radius r of 2 to 3 units, tan(angle) is 9 r / 98: 10 to 15 degrees, once it has come there.
    expect(mean).toBeGreaterThan(5);
    expect(mean).toBeLessThan(15);
    expect(max).toBeLessThan(50);
  });
});

test.each([60, 30, 20, 15, 12, 10, 6])(
  'at %i frames a second with enough substeps, hair moves as if each substep were a frame, to the last bit',
  async (fps) => {
    const [dance, whole] = [await Dance.begin(sways), await Dance.begin(sways)];
    for (let k = 0; k < 5 * fps; k++) {
      dance.advance(1 / fps);
      whole.step(60 / fps);
      expect([...dance.rig.worldPositions]).toEqual([...whole.rig.worldPositions]);
    }
  },
);

test.each([
  ['each second frame', [1 / 30, 1 / 10]],
  ['one frame in a second', [...Array<number>(60).fill(1 / 60), 0.2]],
])('%s with too few substeps does not shake hair under a head that glides', async (_, lengths) => {
  const dance = await Dance.begin(glides, { maxSubsteps: 2 });
  const angles: number[] = [];
  for (let seconds = 0, k = 0; seconds < 20; k++) {
    const length = lengths[k % lengths.length];
    dance.advance(length);
    seconds += length;
    if (seconds > 15) angles.push(dance.angle); // it has come to hang
  }
  expect(Math.max(...angles)).toBeLessThan(5);
});

test('hair stays at its joint in a frame with too few substeps', async () => {
  const dance = await Dance.begin(sways, { maxSubsteps: 2 });
  for (let k = 0; k < 100; k++) {
    dance.advance(0.2);
    const [head, hair] = [0, 1].map((bone) => placeOfBone(dance.rig, bone));
    expect(Math.hypot(...hair.map((value, i) => value - head[i]))).toBeCloseTo(1, 1);
  }
});

test('hair that got too few substeps for two seconds swings as it would have after three more', async () => {
  const [dance, whole] = [await Dance.begin(sways), await Dance.begin(sways)];
  dance.physics.maxSubsteps = 2;
  for (let k = 0; k < 10; k++) dance.advance(0.2);
  for (let k = 0; k < 120; k++) whole.step(1);
  for (let k = 0; k < 180; k++) for (const each of [dance, whole]) each.step(1);
  expect(Math.abs(dance.angle - whole.angle)).toBeLessThan(5);
});

test('an engine that cannot carry bodies puts them after the head, at rest', async () => {
  const createWorld = (): World => Object.defineProperty(new World(), 'carryBody', { value: undefined });
  const dance = await Dance.begin(sways, { maxSubsteps: 2, backend: { createWorld } });
  const { mean, max } = anglesOf(dance, 5, (seconds) => dance.advance(seconds));
  expect(mean).toBeLessThan(15);
  expect(max).toBeLessThan(60);
});
