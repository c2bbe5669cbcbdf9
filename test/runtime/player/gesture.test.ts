import type { BoneKey } from '@odori/format';
import { describe, expect, test } from 'vitest';
import type { Motion } from '#src/runtime/motion/index.js';
import type { PerformOptions } from '#src/runtime/player/gesture.js';
import { MotionPlayer } from '#src/runtime/player/motion-player.js';
import type { RigPlayable } from '#src/runtime/player/playable.js';
import { dancerRig } from '#test/runtime/bind/bind-fixtures.js';
import { motionOf } from '#test/runtime/clip/clip-fixtures.js';
import { Dancer, motionAlongX, recordEvents, settle } from './dancer.js';

type Turn = [number, number, number, number];

/** About z, in degrees of MMD's space, whose z is the opposite of three's. */
function aboutZ(degrees: number): Turn {
  const half = (degrees * Math.PI) / 360;
  return [0, 0, Math.sin(half), Math.cos(half)];
}

/** Four seconds: the arm rises in the first one, stays, and sinks in the last one; the face laughs. */
function wave(bones: readonly string[] = ['左腕']): Motion {
  return motionOf({
    bones: bones.flatMap((name): BoneKey[] => [
      { name, frame: 0, rotation: aboutZ(0) },
      { name, frame: 30, rotation: aboutZ(90) },
      { name, frame: 90, rotation: aboutZ(90) },
      { name, frame: 120, rotation: aboutZ(0) },
    ]),
    morphs: [{ name: 'あ', frame: 0, weight: 1 }],
  });
}

/** Every bone moves, and the face, for 100 s. */
function dance(): Motion {
  const { boneNames } = dancerRig().definition;
  return motionOf({
    bones: boneNames.flatMap((name, i): BoneKey[] =>
      Array.from({ length: 101 }, (_, key) => ({
        name,
        frame: 30 * key,
        position: [Math.sin(i + key), 0.1 * Math.cos(key), 0],
        rotation: aboutZ(20 * Math.sin(key + 0.3 * i)),
      })),
    ),
    morphs: [{ name: 'い', frame: 0, weight: 0.5 }],
  });
}

/** A playable that solves its rig and counts its resets. */
class Solved implements RigPlayable {
  readonly rig = dancerRig();
  readonly deltas: number[] = [];
  resets = 0;

  update(deltaSeconds: number): void {
    this.rig.solve();
    this.rig.solveAfterPhysics();
    this.deltas.push(deltaSeconds);
  }

  reset(): void {
    this.resets++;
  }

  /** Degrees about three's z. */
  angle(bone: string): number {
    const at = 4 * this.rig.boneIndex(bone);
    const [, , z, w] = this.rig.pose.rotations.subarray(at, at + 4);
    return (2 * Math.atan2(z, w) * 180) / Math.PI;
  }

  places(): Float64Array {
    return this.rig.worldPositions.slice();
  }
}

function updateFor(player: MotionPlayer, seconds: number, onFrame?: () => void): void {
  for (let frame = 0; frame < Math.round(seconds * 60); frame++) {
    player.update(1 / 60);
    onFrame?.();
  }
}

describe('a gesture', () => {
  test('plays from its beginning, whatever the time of the dance, and fades in and out', async () => {
    const [player, dancer] = [new MotionPlayer(), new Solved()];
    player.add(dancer, motionOf({ bones: [{ name: '左腕', frame: 3000 }] }));
    player.currentTime = 10;
    await player.play();
    const result = player.perform(dancer, wave(), { fade: 1 });
    player.update(0.5); // the arm is at 45°; smoothstep(0.5) is a half
    expect(dancer.angle('左腕')).toBeCloseTo(45 / 2, 6);
    player.update(1);
    expect(dancer.angle('左腕')).toBeCloseTo(90, 6);
    player.update(2); // a half second before the end
    expect(dancer.angle('左腕')).toBeCloseTo(45 / 2, 6);
    player.update(0.5);
    expect(await result).toBe('ended');
    expect(dancer.angle('左腕')).toBe(0);
    expect(player.currentTime).toBe(14);
  });

  test('changes no time, no event and no physics of the player', async () => {
    const [player, plain] = [new MotionPlayer(), new MotionPlayer()];
    const [dancer, other] = [new Solved(), new Solved()];
    player.add(dancer, dance());
    plain.add(other, dance());
    await Promise.all([player.play(), plain.play()]);
    const events = recordEvents(player);
    const { resets } = dancer;
    void player.perform(dancer, wave(), { bones: 'arms', times: 40 });
    updateFor(player, 101);
    updateFor(plain, 101);
    await settle();
    expect(events.filter((type) => type !== 'timeupdate')).toEqual(['pause', 'ended']);
    expect([player.currentTime, player.duration, player.ended]).toEqual([100, 100, plain.ended]);
    expect(dancer.resets).toBe(resets);
  });

  test('leaves bones and morphs outside its mask exactly as they are', async () => {
    const [player, plain] = [new MotionPlayer(), new MotionPlayer()];
    const [dancer, other] = [new Solved(), new Solved()];
    player.add(dancer, dance());
    plain.add(other, dance());
    await Promise.all([player.play(), plain.play()]);
    const { boneNames } = dancer.rig.definition;
    void player.perform(dancer, wave(boneNames), { bones: 'arms', times: Infinity });
    let moved = 0;
    for (let frame = 0; frame < 300; frame++) {
      player.update(1 / 60);
      plain.update(1 / 60);
      const [a, b] = [dancer.places(), other.places()];
      for (const [bone, name] of boneNames.entries()) {
        const distance = Math.hypot(...[0, 1, 2].map((axis) => a[3 * bone + axis] - b[3 * bone + axis]));
        if (['左腕', '左ひじ', '左手首'].includes(name)) moved = Math.max(moved, distance);
        else expect(distance, name).toBeLessThanOrEqual(1e-9);
      }
    }
    expect(moved).toBeGreaterThan(1);
    expect([...dancer.rig.pose.morphWeights]).toEqual([0, 0.5]);
  });

  test('leaves bones and morphs without keyframes in it as they are', () => {
    const [player, dancer] = [new MotionPlayer(), new Solved()];
    player.add(dancer, dance());
    player.currentTime = 20.5;
    const head = dancer.angle('頭');
    void player.perform(dancer, wave(), { fade: 0 });
    player.update(2);
    expect(dancer.angle('頭')).toBe(head);
    expect([...dancer.rig.pose.morphWeights]).toEqual([1, 0.5]);
  });

  test.each([
    ['all', ['センター', '頭', '左手首', '左足ＩＫ'], 1],
    ['upper', ['頭', '左手首'], 1],
    ['arms', ['左手首'], 0],
    ['hands', ['左手首'], 0],
    ['head', ['頭'], 1],
    ['face', [], 1],
    [['センター', 'あ'], ['センター'], 1],
    [(name: string) => name.startsWith('左'), ['左手首', '左足ＩＫ'], 0],
  ] satisfies [PerformOptions['bones'], string[], number][])('moves %s', (bones, moved, morph) => {
    const [player, dancer] = [new MotionPlayer(), new Solved()];
    const names = ['センター', '頭', '左手首', '左足ＩＫ'];
    void player.perform(dancer, wave(names), { bones, fade: 0 });
    player.update(2);
    expect(names.filter((name) => dancer.angle(name) !== 0)).toEqual(moved);
    expect(dancer.rig.pose.morphWeights[0]).toBe(morph);
  });

  test('goes on in pauses, and then moves physics by its own clock', async () => {
    const [player, dancer] = [new MotionPlayer(), new Solved()];
    player.add(dancer, dance());
    const result = player.perform(dancer, wave());
    player.update(0.25);
    expect(dancer.deltas.at(-1)).toBe(0.25);
    player.update(4);
    expect(await result).toBe('ended');
    player.update(0.25);
    expect(dancer.deltas.at(-1)).toBe(0);
  });

  test('gives the same poses step by step, whatever the size of the steps', () => {
    const poseAfter = (steps: number): number => {
      const [player, dancer] = [new MotionPlayer(), new Solved()];
      player.add(dancer, dance());
      void player.perform(dancer, wave(), { speed: 0.5 });
      for (let i = 0; i < steps; i++) player.step(0.25 / steps);
      return dancer.angle('左腕');
    };
    expect(poseAfter(32)).toBeCloseTo(poseAfter(1), 12);
    expect(poseAfter(1)).not.toBe(0);
  });

  test('can be added to the pose', () => {
    const [player, dancer] = [new MotionPlayer(), new Solved()];
    player.add(dancer, motionOf({ bones: [{ name: '左腕', frame: 0, rotation: aboutZ(30) }] }));
    void player.perform(dancer, wave(), { additive: true, fade: 0, weight: 0.5 });
    const before = dancer.angle('左腕');
    player.update(2);
    expect(before).toBeCloseTo(30, 6);
    expect(dancer.angle('左腕')).toBeCloseTo(30 + 45, 6);
  });

  test('may change its weight while it plays', () => {
    const [player, dancer] = [new MotionPlayer(), new Solved()];
    const options = { fade: 0, weight: 1 };
    void player.perform(dancer, wave(), options);
    player.update(1.5);
    expect(dancer.angle('左腕')).toBeCloseTo(90, 6);
    options.weight = 0.25;
    player.update(0.5);
    expect(dancer.angle('左腕')).toBeCloseTo(22.5, 6);
    options.weight = Number.NaN;
    player.update(0.5);
    expect(dancer.angle('左腕')).toBe(0);
  });

  test('of a single pose stays until it is stopped, or as long as fading takes', async () => {
    const [player, dancer] = [new MotionPlayer(), new Solved()];
    const pose = motionOf({ bones: [{ name: '頭', frame: 0, rotation: aboutZ(40) }] });
    const once = player.perform(dancer, pose, { fade: 0.5 });
    player.update(0.5);
    expect(dancer.angle('頭')).toBeCloseTo(40, 5);
    player.update(0.5);
    expect(await once).toBe('ended');
    const stop = new AbortController();
    const held = player.perform(dancer, pose, { times: Infinity, signal: stop.signal });
    player.update(1000);
    expect(dancer.angle('頭')).toBeCloseTo(40, 5);
    stop.abort();
    expect(await held).toBe('stopped');
    player.update(0.15);
    expect(dancer.angle('頭')).toBeCloseTo(20, 5);
    player.update(0.15);
    expect(dancer.angle('頭')).toBe(0);
  });
});

describe('several gestures', () => {
  test('play at once on layers of their own, the later one over the earlier one', () => {
    const [player, dancer] = [new MotionPlayer(), new Solved()];
    void player.perform(dancer, wave(['左腕']), { bones: 'arms', fade: 0 });
    void player.perform(dancer, wave(['頭', '左腕']), { bones: 'head', fade: 0 });
    player.update(1);
    expect([dancer.angle('左腕'), dancer.angle('頭')].map(Math.round)).toEqual([90, 90]);
  });

  test('on one layer replace each other without a jump', async () => {
    const [player, dancer] = [new MotionPlayer(), new Solved()];
    const options = { bones: 'arms' } as const;
    const first = player.perform(dancer, wave(), options);
    updateFor(player, 2);
    const second = player.perform(dancer, wave(), options);
    expect(await first).toBe('replaced');
    let [last, worst] = [dancer.angle('左腕'), 0];
    updateFor(player, 5, () => {
      worst = Math.max(worst, Math.abs(dancer.angle('左腕') - last));
      last = dancer.angle('左腕');
    });
    expect(await second).toBe('ended');
    expect(last).toBe(0);
    // The wave moves by 1.5° a frame; the fade is 0.3 s long and its steepest slope 1.5.
    expect(worst).toBeLessThanOrEqual(1.5 * (1.5 + 90 * (1.5 / 18)));
  });

  test('that are added never show twice while they replace each other', () => {
    const [player, dancer] = [new MotionPlayer(), new Solved()];
    const options = { additive: true, fade: 1 };
    void player.perform(dancer, wave(), options);
    player.update(2);
    expect(dancer.angle('左腕')).toBeCloseTo(90, 6);
    void player.perform(dancer, wave(), options);
    player.update(0.5); // each shows to a half, and the second one has raised the arm to 45°
    expect(dancer.angle('左腕')).toBeCloseTo((90 + 45) / 2, 5);
  });

  test('tell in order how they ended, also after remove, dispose and seeks', async () => {
    const [player, dancer, other] = [new MotionPlayer(), new Solved(), new Solved()];
    player.add(dancer, dance()).add(other, dance());
    const told: string[] = [];
    const perform = (name: string, playable: RigPlayable, options?: PerformOptions): void =>
      void player.perform(playable, wave(), options).then((result) => told.push(`${name}: ${result}`));
    perform('a', dancer);
    perform('b', dancer);
    perform('c', other, { bones: 'arms' });
    player.currentTime = 50;
    perform('d', dancer, { signal: AbortSignal.abort() });
    await settle();
    expect(told).toEqual(['d: stopped', 'a: replaced'].sort());
    updateFor(player, 4.1);
    await settle();
    expect(told.slice(2)).toEqual(['b: ended', 'c: ended']);
    perform('e', dancer);
    player.remove(dancer);
    perform('f', other);
    player.dispose();
    await settle();
    expect(told.slice(4)).toEqual(['e: stopped', 'f: stopped']);
  });
});

test('bad options and playables without a rig are refused', async () => {
  const [player, dancer] = [new MotionPlayer(), new Dancer()];
  await expect(player.perform(dancer, motionAlongX(1), { fade: -1 })).rejects.toThrow(RangeError);
  await expect(player.perform(dancer, motionAlongX(1), { speed: 0 })).rejects.toThrow(RangeError);
  await expect(player.perform(dancer, motionAlongX(1), { times: Number.NaN })).rejects.toThrow(RangeError);
  const legs = { bones: 'legs' as 'arms' };
  await expect(player.perform(dancer, motionAlongX(1), legs)).rejects.toThrow('bones must be all, upper');
  const scene = { sample: () => {}, reset: () => {} };
  await expect(player.perform(scene, motionAlongX(1))).rejects.toThrow(TypeError);
});
