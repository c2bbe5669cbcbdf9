import type { BoneKey } from '@odori/format';
import fc from 'fast-check';
import { AnimationMixer } from 'three';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPoseTarget } from '#src/runtime/bind/pose-target.js';
import { MotionCamera } from '#src/runtime/camera-light/motion-camera.js';
import { createAnimationClip } from '#src/runtime/clip/create-animation-clip.js';
import { Motion, secondsToFrame } from '#src/runtime/motion/index.js';
import { FadingMotion } from '#src/runtime/player/crossfade.js';
import { MotionPlayer } from '#src/runtime/player/motion-player.js';
import type { Playable } from '#src/runtime/player/playable.js';
import { bindMotion, Rig, type RigPose } from '#src/runtime/rig/index.js';
import { RUNS } from '#test/support/runs.js';
import { dancerRig } from '#test/runtime/bind/bind-fixtures.js';
import { motionOf, randomNumbers } from '#test/runtime/clip/clip-fixtures.js';
import { Dancer, motionAlongX, recordEvents, settle } from './dancer.js';

afterEach(() => vi.restoreAllMocks());

function playableOf(rig: Rig): Playable {
  return { rig, update: () => {}, reset: () => {} };
}

/** Random tracks of each kind; 10 s long, by a bone that no rig has. `wild`: with rotations of any angle. */
function anyMotion(seed: number, wild = true): Motion {
  const random = randomNumbers(seed);
  const frames = (): number[] => [0, 11, 26, 47, 70, 120].filter((frame) => frame === 0 || random() < 0.6);
  const control = (): number => Math.floor(128 * random());
  const curve = (): [number, number, number, number] => [control(), control(), control(), control()];
  const bones = dancerRig().definition.boneNames.filter(() => random() < 0.6);
  const properties = random() < 0.7 ? frames() : [];
  return motionOf({
    bones: [
      { name: '誰も', frame: 300 },
      ...bones.flatMap((name) =>
        frames().map((frame): BoneKey => {
          const turn = [random() - 0.5, random() - 0.5, random() - 0.5, wild ? random() - 0.5 : 1];
          const length = Math.hypot(...turn);
          return {
            name,
            frame,
            position: [random() * 10, random() * 10, random() * 10],
            rotation: turn.map((value) => value / length) as [number, number, number, number],
            curves: { x: curve(), y: curve(), z: curve(), rotation: curve() },
            physics: random() < 0.7,
          };
        }),
      ),
    ],
    morphs: ['あ', 'い']
      .filter(() => random() < 0.6)
      .flatMap((name) => frames().map((frame) => ({ name, frame, weight: random() }))),
    properties: properties.map((frame) => ({
      frame,
      visible: random() < 0.5,
      ik: [{ name: '左足ＩＫ', enabled: random() < 0.5 }],
    })),
  });
}

function numbersOf({ translations, morphWeights }: RigPose): number[] {
  return [...translations, ...morphWeights];
}

function switchesOf({ ikEnabled, physicsEnabled, visible }: RigPose): number[] {
  return [...ikEnabled, ...physicsEnabled, Number(visible)];
}

/** The largest difference of a number in two poses; q and −q are the same rotation. */
function difference(a: RigPose, b: RigPose): number {
  const others = numbersOf(b);
  let worst = Math.max(...numbersOf(a).map((value, i) => Math.abs(value - others[i])));
  for (let o = 0; o < a.rotations.length; o += 4) {
    const [p, q] = [a.rotations.subarray(o, o + 4), b.rotations.subarray(o, o + 4)];
    const sign = p.reduce((dot, value, i) => dot + value * q[i], 0) < 0 ? -1 : 1;
    p.forEach((value, i) => (worst = Math.max(worst, Math.abs(value - sign * q[i]))));
  }
  return worst;
}

function copyOf({ definition, pose }: Rig): RigPose {
  const copy = new Rig(definition).pose;
  for (const key of ['translations', 'rotations', 'morphWeights', 'ikEnabled', 'physicsEnabled'] as const) {
    copy[key].set(pose[key]);
  }
  copy.visible = pose.visible;
  return copy;
}

function everything(pose: RigPose): number[] {
  return [...numbersOf(pose), ...pose.rotations, ...switchesOf(pose)];
}

/** The pose of a motion without a crossfade. */
function alone(motion: Motion, seconds: number): RigPose {
  const rig = dancerRig();
  bindMotion(motion, rig).sample(secondsToFrame(seconds));
  return rig.pose;
}

/** A weight that grows slowly at both ends. */
function eased(x: number): number {
  return x < 1 ? x * x * (3 - 2 * x) : 1;
}

describe('a crossfade equals that of two actions in three’s AnimationMixer', () => {
  const START = 0.75; // exact in the 32 bits of the mixer's times, as are the others

  /*
   * The mixer keeps weights in 32 bits, too: 6e-8 of up to 10 units. At exactly half, its switches depend on
   * which of the two motions has a track: see below.
   */
  function checkAgainstMixer(from: Motion, to: Motion, seconds: number, delta: number): void {
    const [ours, threes] = [dancerRig(), dancerRig()];
    const player = new MotionPlayer();
    player.add(playableOf(ours), from);
    const [playable] = player.playables;
    void player.play();
    player.update(START);
    player.crossfade(playable, to, seconds);

    const target = createPoseTarget(threes.definition, threes.pose);
    const mixer = new AnimationMixer(target);
    const first = mixer.clipAction(createAnimationClip(from, target)).play();
    mixer.update(START);
    const second = mixer.clipAction(createAnimationClip(to, target)).play();
    second.time = START;

    for (let age = delta; age < seconds + 3 * delta; age += delta) {
      player.update(delta);
      const weight = eased(age / seconds);
      first.setEffectiveWeight(1 - weight);
      second.setEffectiveWeight(weight);
      mixer.update(delta);
      expect(difference(ours.pose, threes.pose), `at ${age} of ${seconds}`).toBeLessThanOrEqual(2e-6);
      if (Math.abs(age / seconds - 0.5) > 1e-6)
        expect(switchesOf(ours.pose)).toEqual(switchesOf(threes.pose));
    }
    expect(everything(ours.pose)).toEqual(everything(alone(to, player.currentTime)));
  }

  test('for any two motions, in every channel, at any time', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 4, max: 128 }).map((count) => count / 64),
        fc.integer({ min: 3, max: 25 }),
        (a, b, seconds, steps) =>
          checkAgainstMixer(anyMotion(a), anyMotion(b), seconds, seconds / (steps + 0.3)),
      ),
      {
        numRuns: Math.ceil(RUNS / 50),
        examples: [
          [1, 1, 1, 10],
          [1, 2, 0.0625, 3],
        ],
      },
    );
  });

  test('to and from a motion without tracks, which is rest', () => {
    checkAgainstMixer(anyMotion(3), motionOf({ bones: [{ name: '誰も', frame: 300 }] }), 1, 0.07);
    checkAgainstMixer(motionOf({ bones: [{ name: '誰も', frame: 300 }] }), anyMotion(4), 1, 0.07);
  });

  test('for switches, which change at exactly half', () => {
    const still = (enabled: boolean): Motion =>
      motionOf({ properties: [{ frame: 0, visible: enabled, ik: [{ name: '左足ＩＫ', enabled }] }] });
    const rig = dancerRig();
    const player = new MotionPlayer();
    const playable = playableOf(rig);
    player.add(playable, still(true)).crossfade(playable, still(false), 1);
    const seen = [0, 0.25, 0.25, 0.25].map((delta) => {
      player.update(delta);
      return [rig.pose.ikEnabled[0], rig.pose.visible];
    });
    expect(seen).toEqual([
      [1, true],
      [1, true],
      [0, false],
      [0, false],
    ]);
  });
});

describe('a crossfade', () => {
  test('gives the poses that were computed by hand', () => {
    const [player, dancer] = [new MotionPlayer(), new Dancer()];
    player.add(dancer, motionAlongX(8));
    void player.play();
    player.update(1);
    player.crossfade(dancer, motionAlongX(8, 100), 2);
    player.update(0.5);
    expect(dancer.x).toBe(17.125); // 1.5 · 27/32 + 101.5 · 5/32: a quarter of the time
    player.update(1);
    expect(dancer.x).toBe(86.875); // 2.5 · 5/32 + 102.5 · 27/32
    player.update(0.5);
    expect(dancer.x).toBe(103);
  });

  test('is not a jump, and goes on in pauses', async () => {
    const [player, dancer] = [new MotionPlayer(), new Dancer()];
    player.add(dancer, motionAlongX(8));
    const events = recordEvents(player);
    const { resets } = dancer;
    const other = motionAlongX(9, 100);
    player.crossfade(dancer, other, 1);
    expect(player.motionOf(dancer)).toBe(other);
    expect(player.duration).toBe(9);
    player.update(0.5);
    expect(dancer.x).toBe(50);
    player.update(0.5);
    expect(dancer.x).toBe(100);
    await settle();
    expect(dancer.resets).toBe(resets);
    expect(events.filter((event) => event.startsWith('jump'))).toEqual([]);
    expect(events).toContain('durationchange');
  });

  test('in 0 seconds is a jump', () => {
    for (const seconds of [0, -1, Number.NaN]) {
      const [player, dancer] = [new MotionPlayer(), new Dancer()];
      player.add(dancer, motionAlongX(8));
      const events = recordEvents(player);
      player.crossfade(dancer, motionAlongX(8, 100), seconds);
      expect(dancer.x).toBe(100);
      expect(events).toEqual(['jump: motion']);
    }
  });

  test('of a new playable starts from the idle motion', () => {
    const [player, dancer] = [new MotionPlayer(), new Dancer()];
    player.idle = motionAlongX(2, 50, 50);
    player.crossfade(dancer, motionAlongX(8, 100), 1);
    expect(player.playables).toEqual([dancer]);
    expect(dancer.x).toBe(50);
    player.update(0.5);
    expect(dancer.x).toBe(75);
  });

  test('during another one is continuous, also where each of them ends', () => {
    const rig = dancerRig();
    const player = new MotionPlayer();
    const playable = playableOf(rig);
    // Poses, so that only fading changes them; with small angles, because the shorter arc to the far side
    // changes halfway.
    const poses = [11, 12, 13, 14].map((seed) => anyMotion(seed, false).slice(0, 0));
    player.add(playable, poses[0]);
    const delta = 1 / 256;
    let last = copyOf(rig);
    const fades = new Map([
      [0, 1],
      [100, 2],
      [130, 3],
    ]);
    let worst = 0;
    for (let frame = 0; frame < 600; frame++) {
      const pose = fades.get(frame);
      if (pose !== undefined) {
        player.crossfade(playable, poses[pose], 1);
        player.update(0);
        expect(difference(rig.pose, last)).toBe(0);
      }
      player.update(delta);
      worst = Math.max(worst, difference(rig.pose, last));
      last = copyOf(rig);
    }
    // In one frame each fade moves by 1.5 · delta of at most 10 units; three fades add up.
    expect(worst).toBeGreaterThan(0);
    expect(worst).toBeLessThanOrEqual(3 * 10 * 1.5 * delta);
    expect(everything(rig.pose)).toEqual(everything(alone(poses[3], 0)));
  });

  test('drops the motions that were faded out: they are not sampled any more', () => {
    const [player, dancer] = [new MotionPlayer(), new Dancer()];
    player.add(dancer, motionAlongX(8));
    player.crossfade(dancer, motionAlongX(8, 10), 1).crossfade(dancer, motionAlongX(8, 20), 0.5);
    const sample = vi.spyOn(FadingMotion.prototype, 'sample');
    const samples = [0.25, 0.25, 0.25, 0.25].map((delta) => {
      sample.mockClear();
      player.update(delta);
      return sample.mock.calls.length;
    });
    expect(samples).toEqual([3, 1, 1, 1]); // the later one ends first and covers the other
    expect(dancer.x).toBe(20);
  });

  test('continues after a seek of both motions', () => {
    const [player, dancer] = [new MotionPlayer(), new Dancer()];
    player.add(dancer, motionAlongX(8)).crossfade(dancer, motionAlongX(8, 100), 1);
    player.update(0.5);
    player.currentTime = 4;
    expect(dancer.x).toBe(54); // 4 · 1/2 + 104 · 1/2
  });

  test('may change offset, loop and adjust; without an option adjust stays', () => {
    const [player, dancer] = [new MotionPlayer(), new Dancer()];
    const adjust = vi.fn<(rig: Rig, deltaSeconds: number) => void>();
    player.add(dancer, motionAlongX(8), { adjust });
    player.currentTime = 5;
    player.crossfade(dancer, motionAlongX(2, 100), 1, { offset: 4.5, loop: true, seam: 0 });
    adjust.mockClear();
    player.update(1);
    expect(dancer.x).toBe(100.5);
    expect(adjust).toHaveBeenCalledTimes(1);
    player.currentTime = 6;
    expect(dancer.x).toBe(101.5);
    expect(player.duration).toBe(6.5);
  });

  test.each([false, true])(
    'of the only playable to idle is not a jump, with the player’s own clock; loop: %s',
    async (loop) => {
      const player = new MotionPlayer({ loop });
      const dancer = new Dancer();
      player.idle = motionAlongX(2, 50, 50);
      player.add(dancer, motionAlongX(20));
      await player.play();
      player.update(15);
      const events = recordEvents(player);
      player.crossfade(dancer, undefined, 1);
      for (let age = 0.25; age <= 1; age += 0.25) {
        player.update(0.25);
        const { currentTime } = player;
        expect(currentTime).toBeGreaterThanOrEqual(15);
        expect(dancer.x).toBeCloseTo(currentTime * (1 - eased(age)) + 50 * eased(age), 5);
      }
      expect(events.filter((event) => event.startsWith('jump'))).toEqual([]);
    },
  );
});

describe('the idle motion', () => {
  test('plays on playables without a motion, by its own clock, in pauses too', () => {
    const player = new MotionPlayer();
    const [dancer, idler] = [new Dancer(), new Dancer()];
    player.idle = motionAlongX(2, 10);
    player.add(dancer, motionAlongX(8)).add(idler);
    expect(player.duration).toBe(8);
    expect(player.motionOf(idler)).toBeUndefined();
    player.update(0.5);
    expect([dancer.x, idler.x]).toEqual([0, 10.5]);
    expect([dancer.deltas.at(-1), idler.deltas.at(-1)]).toEqual([0, 0.5]);
    player.update(2);
    expect(idler.x).toBe(10.5); // it loops
    player.currentTime = 5;
    expect([dancer.x, idler.x]).toEqual([5, 10.5]);
  });

  test('does not follow the playback rate', async () => {
    const player = new MotionPlayer({ playbackRate: 2 });
    const idler = new Dancer();
    player.idle = motionAlongX(4, 10);
    player.add(idler).add(new Dancer(), motionAlongX(8));
    await player.play();
    player.update(1);
    expect([player.currentTime, idler.x]).toEqual([2, 11]);
  });

  test('can be replaced and removed', () => {
    const player = new MotionPlayer();
    const [dancer, idler] = [new Dancer(), new Dancer()];
    player.add(dancer, motionAlongX(8, 1)).add(idler);
    expect([player.idle, idler.x]).toEqual([undefined, 0]);
    const events = recordEvents(player);
    const idle = motionAlongX(2, 10);
    player.idle = idle;
    expect(player.idle).toBe(idle);
    expect([dancer.x, idler.x]).toEqual([1, 10]);
    expect([dancer.resets, idler.resets]).toEqual([1, 2]);
    player.idle = undefined;
    expect([player.idle, idler.x]).toEqual([undefined, 0]);
    expect(events).toEqual(['jump: motion', 'jump: motion']);
  });

  test('of one playable begins when it is given, and stays when that of all changes', () => {
    const [player, dancer, other] = [new MotionPlayer(), new Dancer(), new Dancer()];
    player.idle = motionAlongX(4, 10);
    player.add(dancer).add(other);
    player.update(1);
    player.crossfade(dancer, undefined, 1, { idle: motionAlongX(4, 100) });
    player.update(1);
    expect([dancer.x, other.x]).toEqual([101, 12]);
    expect([player.motionOf(dancer), player.duration]).toEqual([undefined, 0]);
    player.idle = motionAlongX(4, 20);
    expect([dancer.x, other.x]).toEqual([101, 22]);
    player.crossfade(dancer, undefined, 0);
    expect(dancer.x).toBe(22);
  });

  test('goes on where the player jumps: nothing of it is reset', () => {
    const [player, dancer, other] = [new MotionPlayer(), new Dancer(), new Dancer()];
    player.idle = motionAlongX(4, 10);
    player.add(dancer).add(other, motionAlongX(8));
    const { resets } = dancer;
    player.update(0.5);
    player.currentTime = 6;
    expect([dancer.x, dancer.resets - resets]).toEqual([10.5, 0]);
    expect([other.x, other.resets]).toEqual([6, 2]);
    player.crossfade(dancer, motionAlongX(8, 50), 1);
    player.currentTime = 2;
    expect(dancer.resets - resets).toBe(1);
  });

  test('a seek is a jump only if something plays by the time of the player', () => {
    const [player, idler] = [new MotionPlayer(), new Dancer()];
    player.add(idler, undefined, { idle: motionAlongX(4, 10) });
    const events = recordEvents(player);
    const jumps = (): string[] => events.filter((type) => type.startsWith('jump'));
    player.update(0.5);
    player.currentTime = 0;
    player.pause();
    expect(idler.x).toBe(10.5);
    expect(jumps()).toEqual([]);
    player.camera = new MotionCamera(Motion.from());
    player.currentTime = 0;
    expect(jumps()).toEqual(['jump: seek']);
    player.camera = undefined;
    player.crossfade(idler, motionAlongX(8, 50), 1);
    player.currentTime = 2;
    expect(jumps()).toEqual(['jump: seek', 'jump: seek']);
  });

  test('ends when the playable gets a motion, and starts again without one', () => {
    const [player, idler] = [new MotionPlayer(), new Dancer()];
    player.idle = motionAlongX(2, 10);
    player.add(idler);
    player.add(idler, motionAlongX(8));
    expect(idler.x).toBe(0);
    player.add(idler);
    player.update(0.25);
    expect(idler.x).toBe(10.25);
  });
});
