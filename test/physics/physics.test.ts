import { PMX_BONE } from '@odori/format';
import { type Physics, World } from '@odori/physics';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, Rig } from '@odori/runtime/rig';
import type { PhysicsOptions } from '@odori/physics';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  fallen,
  physicsScene,
  type PhysicsScene,
  placeOfBone,
  rigidBody,
  rigidJoint,
  SlowMachine,
} from '#test/support/physics-model.js';
import { createVmd } from '@odori/format';
import { addBoneKey } from '@odori/format/internal';

const SUBSTEP = 1 / 60;
const ROOT = { name: 'root', position: [0, 10, 0] as [number, number, number] };
const HAIR = { name: 'hair', parent: 0, position: [0, 12, 1] as [number, number, number] };

/** A root whose body follows it, and hair whose body falls. It does not settle after jumps. */
function falling(options: PhysicsOptions = {}): Promise<PhysicsScene> {
  const bodies = [
    rigidBody({ bone: 0, mode: 0, position: [0, 10, 0] }),
    rigidBody({ bone: 1, position: [0, 12, 1] }),
  ];
  return physicsScene([ROOT, HAIR], bodies, [], { settleSeconds: 0, ...options });
}

/** Hair that hangs on the root by a joint. */
function hanging(options: PhysicsOptions = {}): Promise<PhysicsScene> {
  const bodies = [
    rigidBody({ bone: 0, mode: 0, position: [0, 10, 0] }),
    rigidBody({ bone: 1, position: [0, 12, 1], linearDamping: 0.5, angularDamping: 0.5 }),
  ];
  const joint = rigidJoint(0, 1, {
    position: [0, 10, 0],
    angularLower: [-1, -1, -1],
    angularUpper: [1, 1, 1],
  });
  return physicsScene([ROOT, HAIR], bodies, [joint], options);
}

function height({ rig }: PhysicsScene, bone = 1): number {
  return rig.worldPositions[3 * bone + 1];
}

describe('a reset', () => {
  test('puts bodies to their bones and makes exactly one substep', async () => {
    const scene = await falling();
    scene.physics.reset();
    expect(height(scene)).toBeCloseTo(12 - fallen(1), 5);
  });

  test('takes the pose of the keyframes, not what physics did before', async () => {
    const scene = await falling();
    scene.physics.reset();
    scene.physics.step(30);
    expect(height(scene)).toBeLessThan(0);
    scene.rig.pose.translations[3 + 1] = 3;
    scene.physics.reset();
    expect(height(scene)).toBeCloseTo(15 - fallen(1), 5);
  });

  test('takes velocities away', async () => {
    const scene = await falling();
    scene.physics.reset();
    scene.physics.step(30);
    scene.physics.reset();
    scene.physics.step(1);
    expect(height(scene)).toBeCloseTo(12 - fallen(2), 5);
  });

  test('gives the same bytes whatever happened before', async () => {
    const run = ({ physics, rig }: PhysicsScene): number[] => {
      rig.pose.reset();
      physics.reset();
      physics.step(20);
      return [...rig.worldPositions, ...rig.worldRotations];
    };
    const fresh = await hanging();
    const used = await hanging();
    used.physics.reset();
    used.rig.pose.translations[0] = 2;
    used.rig.solve();
    used.physics.step(77);
    expect(run(used)).toEqual(run(fresh));
  });
});

describe('a restart', () => {
  test('puts bodies to their bones, which stay as they were shown until the bodies have settled', async () => {
    const scene = await falling({ settleSeconds: 0.5, runUpSeconds: 0 });
    scene.physics.reset();
    scene.physics.step(30);
    const shown = height(scene);
    scene.physics.restart();
    expect([height(scene), scene.physics.isSettling]).toEqual([shown, true]);
    const position = [0, 0, 0];
    scene.physics.readBody(1, position, [0, 0, 0, 1]);
    expect(position[1]).toBeCloseTo(12, 5);
    while (scene.physics.isSettling) scene.physics.advance(0);
    expect(height(scene)).toBeCloseTo(12 - fallen(30), 3);
  });

  test('ends in the same pose as a reset that settles', async () => {
    const settled = async (begin: (scene: PhysicsScene) => void): Promise<number[]> => {
      const scene = await hanging();
      begin(scene);
      while (scene.physics.isSettling) scene.physics.advance(0, () => scene.rig.solve());
      return [...scene.rig.worldPositions, ...scene.rig.worldRotations];
    };
    const reset = await settled(({ physics }) => {
      physics.reset();
      physics.settle();
    });
    expect(await settled(({ physics }) => physics.restart())).toEqual(reset);
  });

  test('without `settleSeconds` is a reset', async () => {
    const scene = await falling({ settleSeconds: 0 });
    scene.physics.restart();
    expect(height(scene)).toBeCloseTo(12 - fallen(1), 5);
    expect(scene.physics.isSettling).toBe(false);
  });

  test('does nothing while physics is off, or after it was disposed of', async () => {
    const scene = await falling({ settleSeconds: 0.5 });
    scene.physics.mode = 'off';
    scene.physics.restart();
    expect([height(scene), scene.physics.isSettling]).toEqual([12, false]);
    scene.physics.mode = 'always';
    scene.physics.dispose();
    scene.physics.restart();
    expect([height(scene), scene.physics.isSettling]).toEqual([12, false]);
  });
});

describe('substeps', () => {
  test('evaluate the pose before each of them, with their numbers', async () => {
    const { physics, rig } = await falling();
    physics.reset();
    const poseAt = vi.fn<(substep: number) => void>(() => rig.solve());
    physics.step(3, poseAt);
    expect(poseAt.mock.calls).toEqual([[1], [2], [3]]);
  });

  test('move a body with its bone, with the velocity of that move', async () => {
    const scene = await physicsScene(
      [ROOT, HAIR],
      [
        rigidBody({ bone: 0, mode: 0, position: [0, 10, 0], collisionMask: 0xffff, restitution: 1 }),
        rigidBody({ bone: 1, position: [0, 11.5, 0], collisionMask: 0xffff, restitution: 1, friction: 0 }),
      ],
      [],
      { gravity: [0, 0, 0], ground: false },
    );
    const { physics, rig } = scene;
    physics.reset();
    for (let i = 1; i <= 6; i++) {
      rig.pose.translations[1] = 0.1 * i;
      rig.solve();
      physics.step(1);
    }
    const before = height(scene);
    rig.solve();
    physics.step(1);
    // The spheres touch after 0.5 units; one that is hit at 6 units per second without loss flies off at 12.
    expect((height(scene) - before) * 60).toBeCloseTo(12, 3);
  });

  test('show the frame’s own pose after the last one', async () => {
    const { physics, rig } = await falling();
    physics.reset();
    physics.step(
      1,
      () => rig.solve(),
      () => {
        rig.pose.translations[0] = 7;
        rig.solve();
      },
    );
    expect(rig.worldPositions[0]).toBe(7);
  });
});

describe('the bones that bodies move', () => {
  test('take place and rotation from a body of mode 1, whatever their keyframes say', async () => {
    const scene = await falling();
    scene.physics.reset();
    scene.rig.pose.translations.set([5, 5, 5], 3);
    scene.rig.solve();
    scene.physics.step(1);
    expect(placeOfBone(scene.rig, 1)).toEqual([0, expect.closeTo(12 - fallen(2), 5), -1]);
  });

  test('take only the rotation from a body of mode 2: they stay at their rest offset from the parent', async () => {
    const bodies = [rigidBody({ bone: 0, mode: 0 }), rigidBody({ bone: 1, mode: 2, position: [0, 12, 1] })];
    const { physics, rig } = await physicsScene([ROOT, HAIR], bodies);
    physics.reset();
    rig.pose.translations.set([0, 0, 3], 0);
    rig.pose.translations.set([9, 9, 9], 3);
    rig.solve();
    physics.step(10);
    expect(placeOfBone(rig, 1)).toEqual([0, 12, 2]);
  });

  test('are moved by the last of several bodies', async () => {
    const bodies = [
      rigidBody({ bone: 0, position: [0, 10, 0], linearDamping: 1 }),
      rigidBody({ bone: 0, position: [0, 10, 0] }),
    ];
    const scene = await physicsScene([ROOT], bodies);
    scene.physics.reset();
    scene.physics.step(4);
    expect(height(scene, 0)).toBeCloseTo(10 - fallen(5), 4);
  });

  test('carry bones below them one picture late, and those after physics at once', async () => {
    const late = { name: 'late', parent: 1, position: [0, 13, 1] as [number, number, number] };
    const current = { ...late, name: 'current', flags: PMX_BONE.afterPhysics };
    const bodies = [rigidBody({ bone: 0, mode: 0 }), rigidBody({ bone: 1, position: [0, 12, 1] })];
    const scene = await physicsScene([ROOT, HAIR, late, current], bodies);
    const { physics, rig } = scene;
    physics.reset();
    rig.solveAfterPhysics();
    rig.solve();
    physics.step(1);
    rig.solveAfterPhysics();
    expect(height(scene, 2)).toBeCloseTo(13 - fallen(1), 5);
    expect(height(scene, 3)).toBeCloseTo(13 - fallen(2), 5);
  });

  test('pass appends on: one picture late, or at once after physics', async () => {
    const append = { parent: 1, ratio: 1 };
    const late = {
      name: 'late',
      position: [0, 0, 0] as [number, number, number],
      flags: PMX_BONE.appendTranslation,
      append,
    };
    const current = { ...late, name: 'current', flags: PMX_BONE.appendTranslation | PMX_BONE.afterPhysics };
    const bodies = [rigidBody({ bone: 0, mode: 0 }), rigidBody({ bone: 1, position: [0, 12, 1] })];
    const scene = await physicsScene([ROOT, HAIR, late, current], bodies);
    const { physics, rig } = scene;
    physics.reset();
    rig.solveAfterPhysics();
    rig.solve();
    physics.step(1);
    rig.solveAfterPhysics();
    expect(height(scene, 2)).toBeCloseTo(-fallen(1), 5);
    expect(height(scene, 3)).toBeCloseTo(-fallen(2), 5);
  });

  test('go back to their keyframes when physics is switched off, and start again from them', async () => {
    const scene = await falling();
    const { physics, rig } = scene;
    physics.reset();
    physics.step(10);
    physics.mode = 'off';
    physics.advance(SUBSTEP, () => rig.solve());
    expect(height(scene)).toBe(12);
    physics.mode = 'keyframes';
    physics.advance(0, () => rig.solve());
    expect(height(scene)).toBeCloseTo(12 - fallen(1), 5);
  });

  test('keep their keyframes after dispose', async () => {
    const scene = await falling();
    scene.physics.reset();
    scene.physics.dispose();
    scene.physics.step(5);
    scene.rig.solve();
    expect(height(scene)).toBe(12);
  });
});

describe('bodies without a bone', () => {
  test('stand at their rest places in mode 0, and fall in mode 1', async () => {
    const bodies = [rigidBody({ mode: 0, position: [1, 2, 3] }), rigidBody({ position: [4, 5, 6] })];
    const { physics, rig } = await physicsScene([ROOT], bodies);
    physics.reset();
    rig.pose.translations[0] = 9;
    rig.solve();
    physics.step(1);
    const position = [0, 0, 0];
    const rotation = [0, 0, 0, 0];
    physics.readBody(0, position, rotation);
    expect(position).toEqual([1, 2, -3]);
    physics.readBody(1, position, rotation);
    expect(position).toEqual([4, expect.closeTo(5 - fallen(2), 5), -6]);
  });
});

describe('keyframes of physics', () => {
  const key = (frame: number, physics: boolean, y = 0): object => ({
    name: 'hair', frame, physics, position: [0, y, 0], rotation: [0, 0, 0, 1],
  }); // prettier-ignore

  async function toggled(...keys: object[]): Promise<PhysicsScene & { show: (frame: number) => void }> {
    const scene = await falling();
    const vmd = createVmd();
    for (const each of keys) addBoneKey(vmd, each as Parameters<typeof addBoneKey>[1]);
    const binding = bindMotion(Motion.from(vmd), scene.rig);
    const show = (frame: number): void => {
      binding.sample(frame);
      scene.rig.solve();
    };
    show(0);
    scene.physics.reset();
    return { ...scene, show };
  }

  test('let a body follow them while the last key says off', async () => {
    const scene = await toggled(key(0, false, 0), key(10, false, 5));
    scene.physics.step(1, () => scene.show(5));
    expect(height(scene)).toBe(14.5);
  });

  test('lead a body from where it was simulated to the key that says off', async () => {
    const scene = await toggled(key(0, true, 0), key(10, false, 5));
    const start = height(scene);
    expect(start).toBeCloseTo(12 - fallen(1), 5);
    scene.physics.step(1, () => scene.show(5));
    expect(height(scene)).toBeCloseTo((start + 17) / 2, 6);
    scene.physics.step(1, () => scene.show(10));
    expect(height(scene)).toBe(17);
  });

  test('let a body go with the velocity of its last move', async () => {
    const scene = await toggled(key(0, false, 0), key(10, false, 5), key(20, true, 5));
    scene.physics.step(1, () => scene.show(9.5));
    scene.physics.step(1, () => scene.show(10));
    expect(height(scene)).toBe(17);
    scene.physics.step(1, () => scene.show(20)); // it rose by 0.25 in the last substep, and goes on
    expect(height(scene)).toBeCloseTo(17 + 0.25 - fallen(1), 4);
  });

  test('count for nothing in the mode “always”', async () => {
    const scene = await toggled(key(0, false, 0), key(10, false, 5));
    scene.physics.mode = 'always';
    scene.physics.reset();
    scene.physics.step(1, () => scene.show(5));
    expect(height(scene)).toBeCloseTo(12 - fallen(2), 4);
  });
});

describe('time', () => {
  test('falls into substeps of 1/60 s, and the rest of a frame counts for the next one', async () => {
    const { physics, rig } = await falling({ settleSeconds: 0 });
    physics.reset();
    const times: number[] = [];
    for (let i = 0; i < 5; i++) {
      physics.advance(0.01, (t) => {
        times.push(t);
        rig.solve();
      });
    }
    // 0.6 · 5 = 3 substeps, in the second, fourth and fifth frame; the others still show their pose.
    expect(times).toEqual([0.01, 0.01, 0.01, 0.01, 0.01]);
    expect(rig.worldPositions[4]).toBeCloseTo(12 - fallen(4), 4);
  });

  test('of a long frame is evaluated at each substep and at its end', async () => {
    const { physics, rig } = await falling();
    physics.reset();
    const times: number[] = [];
    physics.advance(0.045, (t) => {
      times.push(t);
      rig.solve();
    });
    expect(times).toEqual([SUBSTEP, 2 * SUBSTEP, 0.045]);
  });

  test('of a frame that jitters around 1/60 s is one substep', async () => {
    const scene = await falling();
    scene.physics.reset();
    for (const ms of [16, 17.4, 16.2, 17, 16.6, 16.1, 17.3]) {
      scene.rig.solve();
      scene.physics.advance(ms / 1000);
    }
    expect(height(scene)).toBeCloseTo(12 - fallen(8), 3);
  });

  test('of a frame with more than `maxSubsteps` is spread over that many', async () => {
    const { physics, rig } = await falling({ maxSubsteps: 4 });
    physics.reset();
    const times: number[] = [];
    physics.advance(0.1, (t) => {
      times.push(Math.round(t * 1000));
      rig.solve();
    });
    expect(times).toEqual([25, 50, 75, 100]);
  });

  test('of a frame of 10 s, as after a page has slept, is a jump', async () => {
    const scene = await falling();
    scene.physics.reset();
    scene.physics.step(20);
    scene.physics.advance(10, () => scene.rig.solve());
    expect(height(scene)).toBeCloseTo(12 - fallen(1), 4);
  });

  test('of frames of 0.3 to 0.6 s, as on a slow device, is no jump: bodies fall on', async () => {
    const scene = await falling({ settleSeconds: 0, maxSubsteps: 1 });
    scene.physics.reset();
    const lengths = [0.3, 0.6, 0.4, 0.55, 0.3, 0.6];
    for (const seconds of lengths) scene.physics.advance(seconds, () => scene.rig.solve());
    expect(height(scene)).toBeCloseTo(12 - fallen(1 + lengths.length), 4);
  });

  test('of uneven frames, some of them longer than half a second, is a jump once', async () => {
    const scene = await falling({ settleSeconds: 0, maxSubsteps: 1 });
    scene.physics.reset();
    const lengths = [0.7, 0.2, 0.1, 0.6, 0.1, 0.2, 0.7];
    for (const seconds of lengths) scene.physics.advance(seconds, () => scene.rig.solve());
    // the first one is a reset, of one substep
    expect(height(scene)).toBeCloseTo(12 - fallen(lengths.length), 4);
  });

  test('after endless seconds, time goes on', async () => {
    const scene = await falling();
    scene.physics.reset();
    for (let k = 0; k < 3; k++) scene.physics.advance(Infinity);
    for (let k = 0; k < 10; k++) scene.physics.advance(SUBSTEP);
    expect(height(scene)).toBeCloseTo(12 - fallen(11), 5);
  });

  test.each([
    ['translations', 100],
    ['rotations', 100],
    ['translations', 1],
    ['rotations', 1],
    ['translations', 0],
  ] as const)(
    'hair hangs again after a pose whose %s are not numbers, after %s frames',
    async (part, before) => {
      const options = { settleSeconds: before === 100 ? 0 : 0.5, budget: 1 };
      const [scene, rest] = [await hanging(options), await hanging(options)];
      const frame = (each: PhysicsScene): void => each.physics.advance(SUBSTEP, () => each.rig.solve());
      for (const each of [scene, rest]) for (let k = 0; k < before; k++) frame(each);
      const kept = scene.rig.pose[part].slice();
      scene.rig.pose[part].fill(NaN, 0, 4);
      frame(scene);
      scene.rig.pose[part].set(kept);
      for (let k = 0; k < 600; k++) for (const each of [scene, rest]) frame(each);
      expect(height(scene)).toBeCloseTo(height(rest), 1);
      expect(scene.physics.isSettling).toBe(false);
    },
  );

  test('endless seconds while hair settles end', async () => {
    const scene = await hanging();
    const times: number[] = [];
    for (let k = 0; k < 5; k++)
      scene.physics.advance(Infinity, (time) => {
        times.push(time);
        scene.rig.solve();
      });
    for (let k = 0; k < 300; k++) scene.physics.advance(SUBSTEP, () => scene.rig.solve());
    expect(times.filter((time) => !Number.isFinite(time))).toEqual([]);
    expect(height(scene)).toBeGreaterThan(7);
  });

  test.each([0, -1, NaN, -Infinity, Infinity])('%s seconds make no substep', async (seconds) => {
    const scene = await falling();
    scene.physics.reset();
    scene.rig.solve();
    scene.physics.advance(seconds);
    expect(height(scene)).toBeCloseTo(12 - fallen(1), 5);
  });
});

describe('bones after a jump', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  /** Hair in two parts that hangs on the root, which was turned while physics ran: the hair stands off. */
  async function turned(machine: SlowMachine): Promise<PhysicsScene> {
    const swings: object = { angularLower: [-1, -1, -1], angularUpper: [1, 1, 1] };
    const bodies = [
      rigidBody({ bone: 0, mode: 0, position: [0, 10, 0] }),
      rigidBody({ bone: 1, position: [0, 8, 0], linearDamping: 0.5, angularDamping: 0.5 }),
    ];
    const scene = await physicsScene(
      [ROOT, { ...HAIR, position: [0, 8, 0] }],
      bodies,
      [rigidJoint(0, 1, { position: [0, 10, 0], ...swings })],
      { backend: machine, budget: 40, runUpSeconds: 0 },
    );
    scene.physics.gravity.set([98, 0, 0]);
    scene.physics.reset();
    scene.physics.step(60);
    return scene;
  }

  test('are carried along with the root until the bodies have settled, and go over without a jump', async () => {
    const scene = await turned(new SlowMachine(1));
    const { physics, rig } = scene;
    const [x, y] = placeOfBone(rig, 1);
    expect(x).toBeGreaterThan(1); // it hangs to the side
    rig.pose.translations[0] = 5;
    physics.gravity.set([-98, 0, 0]);
    physics.restart();
    const places = [placeOfBone(rig, 1)];
    expect(places[0][0]).toBeCloseTo(x + 5, 9);
    expect(places[0][1]).toBeCloseTo(y, 9);
    while (physics.isSettling) {
      rig.solve();
      physics.advance(0);
      places.push(placeOfBone(rig, 1));
    }
    const steps = places.slice(1).map((place, i) => Math.hypot(...place.map((v, k) => v - places[i][k])));
    const whole = Math.hypot(...places.at(-1)!.map((value, k) => value - places[0][k]));
    expect(whole).toBeGreaterThan(2); // to the other side
    // an ease of 8 pictures has its steepest step in the middle: 1.5 / 8 of the way, on an arc
    expect(Math.max(...steps)).toBeLessThan((whole * 1.2 * 1.5) / 8);
  });

  test('show what has settled at once where that takes one frame, as a film needs it', async () => {
    const scene = await turned(new SlowMachine(1));
    scene.physics.gravity.set([-98, 0, 0]);
    scene.physics.restart();
    scene.rig.solve();
    scene.physics.advance(0, undefined, true);
    expect(scene.physics.isSettling).toBe(false);
    expect(placeOfBone(scene.rig, 1)[0]).toBeLessThan(-1);
  });
});

describe('settling after a jump', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  /** Hair that hangs on the root. */
  function tail(options: PhysicsOptions = {}): Promise<PhysicsScene> {
    const bodies = [
      rigidBody({ bone: 0, mode: 0, position: [0, 10, 0] }),
      rigidBody({ bone: 1, position: [0, 8, 0], linearDamping: 0.5, angularDamping: 0.5 }),
    ];
    const joint = rigidJoint(0, 1, {
      position: [0, 10, 0],
      angularLower: [-1, -1, -1],
      angularUpper: [1, 1, 1],
    });
    return physicsScene([ROOT, { ...HAIR, position: [0, 8, 0] }], bodies, [joint], options);
  }

  /**
   * The substeps of each frame until the bodies have settled; without a run-up if the pose is not asked for.
   */
  function settle({ physics, rig }: PhysicsScene, machine: SlowMachine, poseAt?: () => void): number[] {
    const frames: number[] = [];
    physics.restart();
    while (physics.isSettling && frames.length < 1000) {
      const before = machine.substeps;
      if (!poseAt) rig.solve();
      physics.advance(0, poseAt);
      frames.push(machine.substeps - before);
    }
    return frames;
  }

  test('is made in one frame without a budget', async () => {
    const machine = new SlowMachine(1);
    const scene = await tail({ backend: machine });
    expect(settle(scene, machine)).toEqual([30]);
    expect(height(scene)).toBeCloseTo(8, 1);
    expect(settle(scene, machine, () => scene.rig.solve())).toEqual([30 + 180]);
  });

  test('takes a quarter of the budget in each frame, and begins with one substep', async () => {
    const machine = new SlowMachine(1);
    const scene = await tail({ backend: machine, budget: 40 });
    expect(settle(scene, machine)).toEqual([1, 10, 9]); // no rest follows the approach
    expect(height(scene)).toBeCloseTo(8, 1);
    const easing = Array<number>(7).fill(0); // of 8 pictures, the first one is that of the last substeps
    expect(settle(scene, machine)).toEqual([10, 10, ...easing]);
  });

  test.each([0, -1, NaN, 3, 31])(
    'makes one substep in each frame if %s ms are too few for two',
    async (budget) => {
      const machine = new SlowMachine(4);
      const scene = await tail({ backend: machine, budget });
      expect(settle(scene, machine)).toEqual(Array<number>(20).fill(1));
    },
  );

  test('goes on with a run-up: the motion before the jump, in time', async () => {
    const scene = await tail({ runUpSeconds: 1, budget: 40, backend: new SlowMachine(1) });
    const times: number[] = [];
    const poseAt = (seconds: number): void => {
      times.push(seconds);
      scene.rig.solve();
    };
    scene.physics.restart();
    let frames = 0;
    for (; scene.physics.isSettling; frames++) scene.physics.advance(0, poseAt);
    expect(frames).toBe(6); // 1 and then 10 a frame: 20 substeps of the approach, and 24 of the motion
    const before = times.filter((time) => time < 0);
    expect(before[0]).toBe(-0.4);
    expect(before).toEqual(before.toSorted((a, b) => a - b));
    // it is solved for every second substep; the last one is now
    expect(before.at(-1)).toBeCloseTo(-1 / 30, 9);
    expect(times.at(-1)).toBe(0);
  });

  test('catches up with a motion that plays on meanwhile', async () => {
    const machine = new SlowMachine(1);
    const { physics, rig } = await tail({ backend: machine, budget: 40, runUpSeconds: 1 });
    physics.restart();
    let frames = 0;
    for (; physics.isSettling && frames < 100; frames++) physics.advance(SUBSTEP, () => rig.solve());
    expect(frames).toBe(6); // with 6 substeps more: 1 + 5 · 10 ≥ 44 + 6
  });

  test.each([
    [10, 0.1],
    [50, 0.2],
    [200, 0.5],
  ])(
    'where a substep takes %d ms and a frame %d s, comes nearer to the motion in each frame, with hair on its head',
    async (milliseconds, length) => {
      const machine = new SlowMachine(milliseconds);
      const scene = await tail({ backend: machine, budget: 30 });
      const { physics, rig } = scene;
      let now = 0;
      const poseAt = (seconds: number): void => {
        rig.pose.translations[0] = 2 * Math.sin(3 * (now + seconds));
        rig.solve();
      };
      physics.restart();
      let frames = 0;
      for (; physics.isSettling && frames < 200; frames++) {
        const before = machine.substeps;
        physics.advance(length, poseAt);
        expect(machine.substeps - before).toBeLessThanOrEqual(2); // those of one pose
        now += length;
        const [root, hair] = [0, 1].map((bone) => placeOfBone(rig, bone));
        expect(Math.hypot(...hair.map((value, i) => value - root[i]))).toBeCloseTo(2, 0);
      }
      // 30 frames of rest; then the bodies are those frames and 3 s behind, and each frame makes up for one.
      expect(frames).toBeLessThanOrEqual(30 + 30 + 3 / length + 1);
    },
  );

  test('gives the pose that a run from there gives', async () => {
    /** The root swings by 2 units, twice a second. */
    const swing = ({ rig }: PhysicsScene, time: number): void => {
      rig.pose.translations[0] = 2 * Math.sin(4 * Math.PI * Math.max(time, 0));
      rig.solve();
    };
    const ran = await tail();
    swing(ran, 0);
    ran.physics.reset();
    ran.physics.settle();
    while (ran.physics.isSettling) ran.physics.advance(0, (t) => swing(ran, t));
    for (let i = 0; i < 180; i++) ran.physics.advance(SUBSTEP, (t) => swing(ran, i / 60 + t));
    const after = async (settleSeconds: number): Promise<number> => {
      const scene = await tail({ settleSeconds });
      swing(scene, 3);
      scene.physics.reset();
      scene.physics.settle();
      while (scene.physics.isSettling) scene.physics.advance(0, (t) => swing(scene, 3 + t));
      const [from, to] = [ran, scene].map(({ rig }) => placeOfBone(rig, 1));
      return Math.hypot(...from.map((value, i) => value - to[i]));
    };
    expect(await after(0.5)).toBeLessThan(0.2);
    expect(await after(0)).toBeGreaterThan(0.5);
  });

  test('ends in the same pose, however its substeps fall into frames', async () => {
    const settled = async (budget: number): Promise<number[]> => {
      const scene = await tail({ backend: new SlowMachine(1), runUpSeconds: 1, budget });
      scene.physics.restart();
      while (scene.physics.isSettling)
        scene.physics.advance(0, (seconds) => {
          scene.rig.pose.translations[0] = 2 * Math.sin(4 * Math.PI * seconds);
          scene.rig.solve();
        });
      return placeOfBone(scene.rig, 1);
    };
    const expected = await settled(1000);
    for (const budget of [1, 8, 12, 28]) expect(await settled(budget)).toEqual(expected);
  });

  test('leaves nothing inside: a skirt is beside a lifted leg, where a bare reset leaves it inside', async () => {
    const touch = { collisionMask: 0xffff, friction: 0 };
    const bones = [
      ROOT,
      { name: 'leg', parent: 0, position: [0, 10, 0] as [number, number, number] },
      { name: 'skirt', parent: 0, position: [1.5, 10, 0] as [number, number, number] },
    ];
    const bodies = [
      rigidBody({ bone: 1, mode: 0, shape: 0, size: [1, 0, 0], position: [0, 10, 0], ...touch }),
      rigidBody({ bone: 2, position: [1.5, 10, 0], linearDamping: 0.9, ...touch }),
    ];
    const scene = await physicsScene(bones, bodies, [], { gravity: [0, 0, 0], ground: false });
    scene.rig.pose.translations[3] = 3; // the leg goes to the other side, through the skirt
    scene.rig.solve();
    scene.physics.reset();
    expect(placeOfBone(scene.rig, 2)[0]).toBeCloseTo(1.5, 1);
    scene.physics.settle();
    while (scene.physics.isSettling) {
      scene.rig.solve();
      scene.physics.advance(0);
    }
    expect(placeOfBone(scene.rig, 2)[0]).toBeGreaterThan(4.4); // it was pushed along
  });

  test('does not happen with 0 seconds', async () => {
    const { physics } = await tail({ settleSeconds: 0 });
    physics.reset();
    physics.settle();
    expect(physics.isSettling).toBe(false);
  });

  test('follows a frame that was too long and a leap of a bone', async () => {
    const slept = await tail();
    slept.physics.reset();
    slept.physics.advance(10, () => slept.rig.solve());
    expect(slept.physics.isSettling).toBe(true);
    const leapt = await tail();
    leapt.physics.reset();
    leapt.rig.pose.translations[0] = 30;
    leapt.physics.advance(SUBSTEP, () => leapt.rig.solve());
    expect(leapt.physics.isSettling).toBe(true);
  });
});

describe('a leap of a bone', () => {
  test('resets the bodies in `advance`', async () => {
    const scene = await hanging({ settleSeconds: 0 });
    scene.physics.reset();
    for (const frame of [0, 1]) {
      scene.rig.pose.translations[0] = 30 * frame;
      scene.rig.solve();
      scene.physics.advance(SUBSTEP);
    }
    expect(placeOfBone(scene.rig, 1)).toEqual([30, expect.closeTo(12 - fallen(1), 2), -1]);
  });

  test('is left to the joint guard in `step`, as in MMD', async () => {
    const scene = await hanging();
    scene.physics.reset();
    scene.rig.pose.translations[0] = 30;
    scene.rig.solve();
    scene.physics.step(1);
    const [x, y, z] = placeOfBone(scene.rig, 1);
    // the rest distance of the two bodies
    expect(Math.hypot(x - 30, y - 10, z)).toBeCloseTo(Math.hypot(2, 1), 4);
    expect(scene.physics.isSettling).toBe(false);
  });
});

describe('forces', () => {
  test('gravity and wind add up, in three’s space', async () => {
    const { physics, rig } = await falling({ gravity: [0, -36, 0], wind: [0, 0, 72] });
    physics.reset();
    expect(placeOfBone(rig, 1)).toEqual([0, expect.closeTo(12 - 0.01, 6), expect.closeTo(-1 + 0.02, 6)]);
    physics.wind[2] = 0;
    physics.gravity.fill(0);
    physics.reset();
    expect(placeOfBone(rig, 1)).toEqual([0, 12, -1]);
  });

  test('the ground holds bodies until it is switched off', async () => {
    const body = rigidBody({ bone: 0, position: [0, 0.5, 0], collisionMask: 0xffff });
    const scene = await physicsScene([{ name: 'ball', position: [0, 0.5, 0] }], [body]);
    scene.physics.reset();
    scene.physics.step(60);
    expect(height(scene, 0)).toBeCloseTo(0.5, 2);
    scene.physics.ground = false;
    scene.physics.step(60);
    expect(height(scene, 0)).toBeLessThan(-40);
  });
});

describe('the placement of a model', () => {
  const placement = (x: number, turn = 0): { rotation: Float64Array; position: Float64Array } => ({
    rotation: Float64Array.of(0, Math.sin(turn / 2), 0, Math.cos(turn / 2)),
    position: Float64Array.of(x, 0, 0),
  });

  test('lets bodies feel that the whole model moves: hair stays behind', async () => {
    const scene = await hanging();
    scene.physics.placement = placement(0);
    scene.physics.reset();
    for (let i = 1; i <= 10; i++) {
      scene.physics.placement = placement(0.3 * i);
      scene.rig.solve();
      scene.physics.step(1);
    }
    expect(placeOfBone(scene.rig, 1)[0]).toBeLessThan(-0.2);
    expect(placeOfBone(scene.rig, 0)[0]).toBe(0);
  });

  test('gives the same pose wherever the model stands', async () => {
    const here = await hanging();
    const there = await hanging();
    there.physics.placement = placement(64, Math.PI / 2);
    for (const { physics, rig } of [here, there]) {
      physics.reset();
      rig.solve();
      physics.step(30);
    }
    for (const [i, value] of placeOfBone(here.rig, 1).entries())
      expect(placeOfBone(there.rig, 1)[i]).toBeCloseTo(value, 1);
  });
});

describe('a model that is turned in the world', () => {
  test('falls down in the world, and wind blows as in the world', async () => {
    const { rig, physics } = await falling({ wind: [0, 0, 49] });
    const half = Math.SQRT1_2;
    // by 90° about x: its y is the world's z, its z is down
    physics.worldRotation = Float64Array.of(half, 0, 0, half);
    physics.reset();
    const [x, y, z] = placeOfBone(rig, 1);
    expect(x).toBeCloseTo(0, 6);
    expect(y).toBeCloseTo(12 + fallen(1) / 2, 5);
    expect(z).toBeCloseTo(-1 + fallen(1), 5);
  });
});

describe('physics of a copy', () => {
  test('has the same engine and the present options, and begins with the pose of its own rig', async () => {
    const world = vi.fn<() => World>(() => new World());
    const { rig, physics } = await falling({ backend: { createWorld: world }, mode: 'always' });
    physics.wind[2] = 3;
    physics.ground = false;
    for (let i = 0; i < 5; i++) physics.advance(SUBSTEP);
    const other = new Rig(rig.definition);
    const copy = physics.clone(other) as Physics;
    expect(world).toHaveBeenCalledTimes(2);
    expect([copy.mode, copy.ground, [...copy.wind], copy.model]).toEqual([
      'always',
      false,
      [0, 0, 3],
      physics.model,
    ]);
    copy.reset();
    expect(placeOfBone(other, 1)[1]).toBeCloseTo(12 - fallen(1), 5);
  });

  test('comes as a promise from an engine that needs time', async () => {
    const { rig, physics } = await falling({ backend: { createWorld: () => Promise.resolve(new World()) } });
    expect((await physics.clone(new Rig(rig.definition))).bodyCount).toBe(2);
  });
});

describe('odd data', () => {
  test('joints to nothing, to a body itself and in circles hold nothing or settle', async () => {
    const bodies = [0, 1].map((bone) => rigidBody({ bone, position: [bone, 5, 0] }));
    const joints = [
      rigidJoint(0, 9),
      rigidJoint(-1, 1),
      rigidJoint(1, 1),
      rigidJoint(0, 1),
      rigidJoint(1, 0),
    ];
    const { physics, rig } = await physicsScene([ROOT, HAIR], bodies, joints);
    physics.reset();
    physics.step(60);
    expect([...rig.worldPositions].every(Number.isFinite)).toBe(true);
  });

  test.each([NaN, Infinity, -1, 0, 1e30, 1e-30])(
    'sizes, masses, places and angles of %s give finite poses',
    async (odd) => {
      const bodies = [
        rigidBody({
          bone: 0,
          mode: 0,
          size: [odd, odd, odd],
          position: [odd, odd, odd],
          collisionMask: 0xffff,
        }),
        rigidBody({
          bone: 1,
          size: [odd, odd, odd],
          mass: odd,
          rotation: [odd, odd, odd],
          collisionMask: 0xffff,
        }),
        rigidBody({
          bone: 1,
          shape: 1,
          linearDamping: odd,
          friction: odd,
          restitution: odd,
          collisionMask: 0xffff,
        }),
      ];
      const joint = rigidJoint(1, 2, {
        position: [odd, 0, 0],
        linearLower: [odd, odd, odd],
        angularSpring: [odd, odd, odd],
      });
      const { physics, rig } = await physicsScene([ROOT, HAIR], bodies, [joint, rigidJoint(0, 1)]);
      physics.reset();
      for (let i = 0; i < 60; i++) {
        rig.solve();
        physics.advance(SUBSTEP);
        rig.solveAfterPhysics();
      }
      expect(
        [...rig.worldPositions, ...rig.worldRotations, ...rig.skinMatrices].filter(
          (x) => !Number.isFinite(x),
        ),
      ).toEqual([]);
    },
  );

  test('a body that is lost comes back to its bone, alone, and is counted', async () => {
    const scene = await falling({ ground: false });
    scene.physics.reset();
    scene.physics.step(2700); // 45 s of falling are 99,225 units
    expect(scene.physics.faults).toBe(0);
    scene.physics.step(20);
    expect(scene.physics.faults).toBe(1);
    expect(height(scene)).toBeGreaterThan(-100);
  });

  test('bones that do not exist count as none', async () => {
    const { physics } = await physicsScene(
      [ROOT],
      [rigidBody({ bone: 7 }), rigidBody({ bone: -3, mode: 0 })],
    );
    physics.reset();
    physics.step(3);
    expect(physics.bodyCount).toBe(2);
  });

  test('of 5,000 bodies in one place and 20,000 joints, the first 4,096 and 16,384 are simulated', async () => {
    const bodies = Array.from({ length: 5000 }, (_, i) =>
      rigidBody({ bone: 0, shape: i % 3, size: [1, 1, 1], collisionMask: 0xffff }),
    );
    const joints = Array.from({ length: 20_000 }, (_, i) => rigidJoint(i % 5000, (7 * i + 1) % 5000));
    const { physics, rig } = await physicsScene([ROOT], bodies, joints);
    physics.reset();
    physics.advance(SUBSTEP, () => rig.solve());
    expect(physics.bodyCount).toBe(4096);
    expect([...rig.worldPositions].every(Number.isFinite)).toBe(true);
  });

  test('models without bodies and without bones do nothing', async () => {
    const { physics, rig } = await physicsScene([], []);
    physics.reset();
    physics.advance(SUBSTEP, () => rig.solve());
    expect(physics.bodyCount).toBe(0);
  });
});

describe('another engine', () => {
  test('takes the place of ours, and is disposed of', async () => {
    const dispose = vi.fn<() => void>();
    const createWorld = (): World & { dispose(): void } => Object.assign(new World(), { step() {}, dispose });
    const scene = await falling({ backend: { createWorld } });
    scene.physics.reset();
    scene.physics.step(10);
    expect(height(scene)).toBe(12);
    scene.physics.dispose();
    scene.physics.dispose();
    expect(dispose).toHaveBeenCalledTimes(1);
  });

  test('that cannot be made rejects', async () => {
    const backend = { createWorld: () => Promise.reject(new Error('no engine')) };
    await expect(falling({ backend })).rejects.toThrow('no engine');
  });
});

describe('another substep', () => {
  test('gives twice as many substeps in a frame, and the same fall', async () => {
    const scene = await falling({ substep: 1 / 120, settleSeconds: 0 });
    scene.physics.reset();
    for (let frame = 0; frame < 20; frame++) {
      scene.rig.solve();
      scene.physics.advance(1 / 60);
    }
    const substeps = 1 + 40;
    expect(height(scene)).toBeCloseTo(12 - (98 / 14_400) * ((substeps * (substeps + 1)) / 2), 3);
  });

  test('can be changed at any time, and is copied', async () => {
    const { physics, rig } = await falling();
    expect(physics.substep).toBe(1 / 60);
    physics.substep = 1 / 240;
    expect((await physics.clone(rig)).substep).toBe(1 / 240);
  });

  test('is refused outside of 1/1000 to 1/30 s, and where the engine has no other', async () => {
    const { physics } = await falling();
    for (const seconds of [0, -1, NaN, 1, 1e-5])
      expect(() => (physics.substep = seconds)).toThrow('substep must be from 1/1000 to 1/30 s');
    expect(physics.substep).toBe(1 / 60);
    await expect(falling({ substep: 0 })).rejects.toThrow(RangeError);
    const fixed = (): World => Object.defineProperty(new World(), 'substep', { value: undefined });
    const backend = { createWorld: fixed };
    await expect(falling({ backend, substep: 1 / 120 })).rejects.toThrow(
      'substep must be 1/60 s with this backend',
    );
    expect((await falling({ backend })).physics.substep).toBe(1 / 60);
  });
});

describe('while bodies settle', () => {
  afterEach(() => vi.useRealTimers());

  test('hair rides on the head: it is never seen where the dancer was', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const bodies = [
      rigidBody({ bone: 0, mode: 0, position: [0, 10, 0] }),
      rigidBody({ bone: 1, position: [0, 8, 0], linearDamping: 0.9, angularDamping: 0.9 }),
    ];
    const joint = rigidJoint(0, 1, { position: [0, 8, 0] });
    const bones = [ROOT, { ...HAIR, position: [0, 8, 0] as [number, number, number] }];
    const slow = { backend: new SlowMachine(1), budget: 30 }; // so that it takes some frames
    const scene = await physicsScene(bones, bodies, [joint], slow);
    const { physics, rig } = scene;
    /** 60 units to the right every second. */
    const poseAt = (time: number): void => {
      rig.pose.translations[0] = 60 * time;
      rig.solve();
    };
    poseAt(5);
    physics.reset();
    physics.settle();
    let frames = 0;
    for (; physics.isSettling; frames++) {
      physics.advance(0, (t) => poseAt(5 + t));
      const [hair, root] = [placeOfBone(rig, 1), placeOfBone(rig, 0)];
      expect(Math.hypot(...hair.map((value, i) => value - root[i]))).toBeLessThan(4.1);
    }
    expect(frames).toBeGreaterThan(10);
    expect(placeOfBone(rig, 0)[0]).toBe(300);
  });

  test('a prop on a bone of its own does not draw them to the origin', async () => {
    const bones = [ROOT, { ...HAIR, position: [0, 8, 0] as [number, number, number] }, { name: 'prop' }];
    const bodies = [
      rigidBody({ bone: 0, mode: 0, position: [0, 10, 0] }),
      rigidBody({ bone: 0, mode: 0, position: [0, 11, 0] }),
      rigidBody({ bone: 1, position: [0, 8, 0], linearDamping: 0.9, angularDamping: 0.9 }),
      rigidBody({ bone: 2, mode: 0 }),
    ];
    const scene = await physicsScene(bones, bodies, [rigidJoint(0, 2, { position: [0, 8, 0] })]);
    scene.rig.pose.translations.set([100, 0, 0], 0);
    scene.rig.pose.translations.set([100, 0, 0], 6);
    scene.rig.solve();
    scene.physics.reset();
    scene.physics.settle();
    while (scene.physics.isSettling) {
      scene.rig.solve();
      scene.physics.advance(0);
    }
    expect(placeOfBone(scene.rig, 1)[0]).toBeCloseTo(100, 1);
  });
});

describe('frames that are long', () => {
  test('are no jumps if one follows another: a fast motion is simulated on', async () => {
    const scene = await falling();
    scene.physics.reset();
    scene.physics.advance(0.6, () => scene.rig.solve()); // which may be a jump
    for (let frame = 0; frame < 5; frame++) scene.physics.advance(0.6, () => scene.rig.solve());
    expect(height(scene)).toBeCloseTo(12 - fallen(1 + 50), 1); // 10 substeps each
  });

  test.each([1 / 120, 1 / 240, 1 / 1000])('substeps of %s s fall as far in a second', async (substep) => {
    const scene = await falling({ substep });
    scene.physics.reset();
    for (let frame = 0; frame < 30; frame++) scene.physics.advance(1 / 30, () => scene.rig.solve());
    expect(12 - height(scene)).toBeGreaterThan(48);
    expect(12 - height(scene)).toBeLessThan(51);
  });
});

describe('bodies that follow their bones', () => {
  test('follow a bone that another body moves, one picture late', async () => {
    const bodies = [
      rigidBody({ bone: 0, position: [0, 10, 0] }),
      rigidBody({ bone: 0, mode: 0, position: [0, 11, 0] }),
    ];
    const { physics, rig } = await physicsScene([ROOT], bodies);
    physics.reset();
    for (let i = 0; i < 3; i++) physics.step(1, () => rig.solve());
    const position = [0, 0, 0];
    physics.readBody(1, position, [0, 0, 0, 0]);
    expect(position[1]).toBeCloseTo(11 - fallen(3), 4);
  });

  test('go with the placement of the model, also without a bone', async () => {
    const bodies = [rigidBody({ mode: 0, position: [1, 2, 3] }), rigidBody({ bone: 0 })];
    const { physics } = await physicsScene([ROOT], bodies);
    physics.placement = { rotation: Float64Array.of(0, 0, 0, 1), position: Float64Array.of(100, 0, 0) };
    physics.reset();
    const position = [0, 0, 0];
    physics.readBody(0, position, [0, 0, 0, 0]);
    expect(position).toEqual([101, 2, -3]);
  });
});

test.each(['dispose', 'off'])('%s within a frame gives all bones back', async (kind) => {
  const scene = await falling();
  const { physics, rig } = scene;
  physics.reset();
  physics.step(10);
  physics.advance(SUBSTEP, () => {
    rig.solve();
    if (kind === 'dispose') physics.dispose();
    else physics.mode = 'off';
  });
  rig.solve();
  expect(height(scene)).toBe(12);
});

test('a model whose bodies all follow bones costs no substep', async () => {
  const world = new World();
  const step = vi.spyOn(world, 'step');
  const backend = { createWorld: () => world };
  const { physics, rig } = await physicsScene([ROOT], [rigidBody({ bone: 0, mode: 0 })], [], { backend });
  for (let i = 0; i < 5; i++) physics.advance(SUBSTEP, () => rig.solve());
  expect(step).not.toHaveBeenCalled();
});

test('a world that mirrors the model mirrors gravity and wind', async () => {
  const { physics, rig } = await falling({ gravity: [0, 0, 0], wind: [36, 0, 0] });
  physics.worldRotation = Float64Array.of(0, 0, 0, 1);
  physics.worldMirror = Float64Array.of(-1, 1, 1);
  physics.reset();
  expect(placeOfBone(rig, 1)[0]).toBeCloseTo(-0.01, 6);
});
