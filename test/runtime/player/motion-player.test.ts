import { createVmd } from '@odori/format';
import { DirectionalLight } from 'three';
import { describe, expect, test, vi } from 'vitest';
import { MotionCamera } from '#src/runtime/camera-light/motion-camera.js';
import { MotionLight } from '#src/runtime/camera-light/motion-light.js';
import { Motion } from '#src/runtime/motion/index.js';
import { MotionPlayer, type MotionPlayerOptions } from '#src/runtime/player/motion-player.js';
import type { RigPlayable, SampledPlayable } from '#src/runtime/player/playable.js';
import { rigOf } from '#test/runtime/rig/small-rig.js';
import { Dancer, motionAlongX, recordEvents, settle } from './dancer.js';

/** A player with its own clock and a dancer whose x is the second of the motion. */
function playerOf(
  seconds: number,
  options?: MotionPlayerOptions,
): { player: MotionPlayer; dancer: Dancer; events: string[] } {
  const player = new MotionPlayer(options);
  const dancer = new Dancer();
  player.add(dancer, motionAlongX(seconds));
  return { player, dancer, events: recordEvents(player) };
}

describe('a player with its own clock', () => {
  test('stands still until play, plays, and pauses', async () => {
    const { player, dancer, events } = playerOf(8);
    expect([player.currentTime, player.duration, player.paused, player.ended]).toEqual([0, 8, true, false]);
    player.update(0.5);
    expect(dancer.x).toBe(0);
    await player.play();
    expect(player.paused).toBe(false);
    player.update(0.5);
    player.update(0.25);
    expect(player.currentTime).toBe(0.75);
    expect(dancer.x).toBe(0.75);
    player.pause();
    player.update(3);
    expect(player.currentTime).toBe(0.75);
    await settle();
    expect(events).toEqual([
      'durationchange',
      'play',
      'playing',
      ...Array<string>(3).fill('timeupdate'),
      'pause',
    ]);
  });

  test('sends no event for a play or pause that changes nothing', async () => {
    const { player, events } = playerOf(8);
    await settle();
    events.length = 0;
    player.pause();
    await player.play();
    await player.play();
    player.pause();
    player.pause();
    await settle();
    expect(events).toEqual(['play', 'playing', 'timeupdate', 'pause']);
  });

  test('resolves the promise of play after the event playing, as media do', async () => {
    const { player, events } = playerOf(8);
    void player.play().then(() => events.push('resolved'));
    await settle();
    expect(events.slice(-3)).toEqual(['play', 'playing', 'resolved']);
  });

  test('holds the last pose at the end and sends ended once; play starts again', async () => {
    const { player, dancer, events } = playerOf(2);
    await player.play();
    player.update(1.5);
    player.update(1.5);
    expect([player.currentTime, player.paused, player.ended]).toEqual([2, true, true]);
    expect(dancer.x).toBe(2);
    player.update(1);
    await settle();
    expect(events.slice(-4)).toEqual(['timeupdate', 'timeupdate', 'pause', 'ended']);
    expect(events.filter((event) => event === 'ended')).toHaveLength(1);
    await player.play();
    expect([player.currentTime, player.paused, player.ended]).toEqual([0, false, false]);
    player.update(0.5);
    expect(dancer.x).toBe(0.5);
  });

  test('has not ended once a longer motion follows: play goes on', async () => {
    for (const change of ['crossfade', 'add'] as const) {
      const { player, dancer, events } = playerOf(2);
      await player.play();
      player.update(3);
      expect(player.ended).toBe(true);
      if (change === 'add') player.add(dancer, motionAlongX(8));
      else player.crossfade(dancer, motionAlongX(8), 0.5);
      expect([player.ended, player.paused, player.currentTime], change).toEqual([false, true, 2]);
      await player.play();
      player.update(1);
      expect([player.currentTime, player.ended], change).toEqual([3, false]);
      expect(events).not.toContain('jump: seek');
    }
  });

  test('has ended wherever its time is the duration, as media: after a seek, a step, a change of loop', () => {
    const { player, dancer } = playerOf(8);
    player.currentTime = 8;
    expect(player.ended).toBe(true);
    player.loop = true;
    expect(player.ended).toBe(false);
    player.loop = false;
    player.currentTime = 7.5;
    expect(player.ended).toBe(false);
    player.step(1);
    expect(player.ended).toBe(true);
    player.remove(dancer);
    expect([player.duration, player.ended]).toEqual([0, false]);
  });

  test('has the duration of the longest motion, camera or light; a shorter motion holds its last pose', () => {
    const { player } = playerOf(2);
    const other = new Dancer();
    player.add(other, motionAlongX(5));
    expect(player.duration).toBe(5);
    player.camera = new MotionCamera(
      Motion.from(createVmd({ cameras: [{ frame: 0 }, { frame: 180, distance: -10 }] })),
    );
    expect(player.duration).toBe(6);
    const light = Motion.from(
      createVmd({ lights: [{ frame: 0 }, { frame: 210, color: [1, 0, 0], direction: [0, -1, 0] }] }),
    );
    player.light = new MotionLight(light, new DirectionalLight());
    expect(player.duration).toBe(7);
    player.currentTime = 6.5;
    expect(player.playables.map((playable) => (playable as Dancer).x)).toEqual([2, 5]);
    expect(player.camera.distance).toBe(-10);
    player.currentTime = 7;
    expect(player.light.light.color.getHex()).toBe(0xff0000);
  });

  test('seeks exactly, within its duration; a seek is a jump, in which no time passes', async () => {
    const { player, dancer, events } = playerOf(8);
    await player.play();
    await settle();
    events.length = 0;
    player.currentTime = 3.5;
    expect(player.currentTime).toBe(3.5);
    expect(dancer.x).toBe(3.5);
    expect([dancer.deltas.at(-1), dancer.resets]).toEqual([0, 2]); // the first was the motion's
    await settle();
    expect(events).toEqual(['jump: seek', 'seeking', 'timeupdate', 'seeked']);
    player.currentTime = 99;
    expect(player.currentTime).toBe(8);
    player.currentTime = -1;
    expect(player.currentTime).toBe(0);
    expect(() => (player.currentTime = Number.NaN)).toThrow(TypeError);
    expect(() => (player.currentTime = Infinity)).toThrow(TypeError);
  });

  test('keeps the time that exceeds the end in a loop, which is a jump', async () => {
    const { player, dancer, events } = playerOf(2, { loop: true });
    await player.play();
    player.update(1.9);
    player.update(0.25);
    expect(player.currentTime).toBeCloseTo(0.15, 12); // 1.9 + 0.25 − 2
    expect(dancer.x).toBeCloseTo(0.15, 6);
    expect([dancer.deltas.at(-1), dancer.resets]).toEqual([0, 2]);
    player.update(7);
    expect(player.currentTime).toBeCloseTo(1.15, 12);
    expect(events).not.toContain('ended');
    expect(events.filter((event) => event === 'jump: loop')).toHaveLength(1); // 0.15 → 1.15: not backwards
  });

  test('applies a playback rate at once; 0 stands still, below 0 is an error', async () => {
    const { player, dancer, events } = playerOf(8, { playbackRate: 2 });
    await player.play();
    player.update(0.5);
    expect(player.currentTime).toBe(1);
    expect(dancer.deltas.at(-1)).toBe(1);
    player.playbackRate = 0;
    player.update(1);
    expect([player.currentTime, player.paused]).toEqual([1, false]);
    player.playbackRate = 0.5;
    player.playbackRate = 0.5;
    player.update(1);
    expect(player.currentTime).toBe(1.5);
    await settle();
    expect(events.filter((event) => event === 'ratechange')).toHaveLength(2);
    for (const rate of [-1, Number.NaN, Infinity]) {
      expect(() => (player.playbackRate = rate), String(rate)).toThrow(RangeError);
    }
  });

  test('sends timeupdate four times per second', async () => {
    const { player, events } = playerOf(8);
    await player.play();
    for (let i = 0; i < 128; i++) player.update(1 / 64);
    expect(events.filter((event) => event === 'timeupdate')).toHaveLength(8);
  });

  test('ignores deltas that are negative or not finite', async () => {
    const { player, dancer } = playerOf(8, { loop: true });
    await player.play();
    player.update(1);
    for (const delta of [Number.NaN, -1, 0, -Infinity, Infinity]) player.update(delta);
    expect(player.currentTime).toBe(1);
    expect(dancer.x).toBe(1);
    player.update(1);
    expect(player.currentTime).toBe(2);
  });

  test('never ends a motion of duration 0, which is a pose', async () => {
    const { player, dancer, events } = playerOf(0);
    expect(player.duration).toBe(0);
    await player.play();
    player.update(0.1);
    expect([player.currentTime, player.ended, dancer.x]).toEqual([0, false, 0]);
    player.loop = true;
    await player.play();
    player.update(0.1);
    player.update(0.1);
    expect([player.currentTime, player.ended, player.paused]).toEqual([0, false, false]);
    expect(events).not.toContain('jump: loop');
  });
});

describe('options of the player and of a playable', () => {
  test.each([NaN, Infinity, -Infinity])('an offset of %f is refused', (offset) => {
    expect(() => new MotionPlayer({ offset })).toThrow(
      new TypeError(`offset must be a finite number, not ${offset}`),
    );
    const player = new MotionPlayer();
    const dancer = new Dancer();
    expect(() => player.add(dancer, motionAlongX(1), { offset })).toThrow(TypeError);
    expect(player.playables).toEqual([]);
    expect(() => player.crossfade(dancer, motionAlongX(1), 1, { offset })).toThrow(TypeError);
    expect(player.playables).toEqual([]);
  });

  test.each([NaN, -1])('a seam of %f is refused, and nothing changes', (seam) => {
    const player = new MotionPlayer();
    const dancer = new Dancer();
    expect(() => player.add(dancer, motionAlongX(1), { loop: true, seam })).toThrow(RangeError);
    expect(player.playables).toEqual([]);
    player.add(dancer, motionAlongX(2));
    expect(() => player.add(dancer, motionAlongX(1), { loop: true, seam })).toThrow(RangeError);
    expect(player.motionOf(dancer)!.duration).toBe(2);
  });

  test.each([NaN, Infinity, -1])('a playback rate of %f is refused', (playbackRate) => {
    expect(() => new MotionPlayer({ playbackRate })).toThrow(
      new RangeError(`playbackRate must be a finite number, 0 or more, not ${playbackRate}`),
    );
  });
});

describe('an offset of the player', () => {
  test('delays the motions; a change is a jump', () => {
    const { player, dancer, events } = playerOf(8, { offset: 2 });
    expect(player.duration).toBe(10);
    player.currentTime = 1.5;
    expect(dancer.x).toBe(0); // before its first key
    player.currentTime = 3;
    expect(dancer.x).toBe(1);
    events.length = 0;
    player.offset = -0.5;
    expect(player.duration).toBe(7.5);
    expect(dancer.x).toBe(3.5);
    expect(events).toEqual(['jump: motion']);
    player.offset = -0.5;
    expect(events).toHaveLength(1);
    expect(() => (player.offset = Number.NaN)).toThrow(TypeError);
  });

  test('adds to the offset of a motion; a looped motion repeats during a longer one', () => {
    const player = new MotionPlayer({ offset: 1 });
    const [dancer, stepper] = [new Dancer(), new Dancer()];
    player
      .add(dancer, motionAlongX(8), { offset: 0.5 })
      .add(stepper, motionAlongX(2), { loop: true, seam: 0 });
    expect(player.duration).toBe(9.5);
    player.currentTime = 6.25;
    expect(dancer.x).toBe(4.75); // 6.25 − 1 − 0.5
    expect(stepper.x).toBe(1.25); // (6.25 − 1) mod 2
  });

  test('a looping camera and light hold their beginning before the motions begin', () => {
    const motion = Motion.from(
      createVmd({
        cameras: [
          { frame: 0, distance: -10 },
          { frame: 60, distance: -70 },
        ],
        lights: [
          { frame: 0, color: [1, 1, 1] },
          { frame: 60, color: [0, 0, 0] },
        ],
      }),
    );
    const player = new MotionPlayer({ offset: 3 });
    player.camera = new MotionCamera(motion, { loop: true });
    player.light = new MotionLight(motion, new DirectionalLight(), { loop: true });
    player.currentTime = 2.5;
    expect(player.camera.distance).toBe(-10);
    expect(player.light.light.color.r).toBeCloseTo(1, 6);
  });

  test('a slice holds its ends before it begins and after it has ended', () => {
    const { player, dancer } = playerOf(8, { offset: 1 });
    player.add(dancer, motionAlongX(8).slice(60, 120)); // 2 s to 4 s
    player.light = new MotionLight(
      Motion.from(createVmd({ lights: [{ frame: 150 }] })),
      new DirectionalLight(),
    );
    player.currentTime = 0.5;
    expect(dancer.x).toBe(2);
    player.currentTime = 4;
    expect(dancer.x).toBe(4);
  });

  test('a sliced camera or light makes the player as long as the slice', () => {
    const motion = Motion.from(
      createVmd({ cameras: [{ frame: 0 }, { frame: 900 }], lights: [{ frame: 900 }] }),
    );
    const player = new MotionPlayer();
    player.camera = new MotionCamera(motion.slice(30, 90));
    player.light = new MotionLight(motion.slice(30, 120), new DirectionalLight());
    expect(player.duration).toBe(3);
  });
});

describe('a loop range', () => {
  test('repeats once playback enters it, keeps the time that exceeds its end, and jumps', async () => {
    const { player, dancer, events } = playerOf(8);
    player.loopRange = { start: 2, end: 3 };
    await player.play();
    player.update(2.75);
    player.update(0.5);
    expect(player.currentTime).toBe(2.25);
    expect(dancer.x).toBe(2.25);
    expect(events.filter((event) => event.startsWith('jump'))).toEqual(['jump: loop']);
    player.currentTime = 5; // beyond it
    player.update(2);
    expect(player.currentTime).toBe(7);
    player.update(2);
    expect(player.ended).toBe(true);
  });

  test.each([8, 100])('that ends at or beyond the duration, at %d, repeats too', async (end) => {
    for (const loop of [false, true]) {
      const { player, events } = playerOf(8, { loop });
      player.loopRange = { start: 6, end };
      await player.play();
      player.update(7.5);
      player.update(1);
      expect(player.currentTime).toBe(6.5);
      expect(player.paused).toBe(false);
      expect(events).toContain('jump: loop');
    }
  });

  test.each([
    ['at its end', 4, { start: 3, end: 4 }],
    ['after it', 7, { start: 3, end: 4 }],
    ['at the end of the motion, which is its end', 8, { start: 6, end: 8 }],
    ['at the end of the motion, which its end exceeds', 8, { start: 6, end: 9 }],
  ])('that is set while the time is %s is entered at once, and repeats', async (_, time, range) => {
    for (const wasPlaying of [false, true]) {
      const { player, dancer, events } = playerOf(8);
      if (wasPlaying) await player.play();
      player.currentTime = time;
      events.length = 0;
      player.loopRange = range;
      expect([player.currentTime, dancer.x, player.ended]).toEqual([range.start, range.start, false]);
      expect(events[0]).toBe('jump: seek');
      await player.play();
      for (let i = 0; i < 20; i++) player.update(0.25);
      expect(player.currentTime).toBeGreaterThanOrEqual(range.start);
      expect(player.currentTime).toBeLessThan(Math.min(range.end, 8));
      expect([player.paused, events.includes('jump: loop')]).toEqual([false, true]);
    }
  });

  test('that is set before the time reaches its end moves nothing', () => {
    const { player, events } = playerOf(8);
    for (const time of [0, 3.9]) {
      player.currentTime = time;
      events.length = 0;
      player.loopRange = { start: 3, end: 4 };
      expect([player.currentTime, events]).toEqual([time, []]);
    }
  });

  test('that starts beyond the duration has no effect', async () => {
    const { player } = playerOf(8);
    player.loopRange = { start: 20, end: 30 };
    await player.play();
    player.update(9);
    expect([player.currentTime, player.ended]).toEqual([8, true]);
  });

  test('is copied, can be removed, and has to be valid', () => {
    const { player } = playerOf(8);
    const range = { start: 2, end: 3 };
    player.loopRange = range;
    range.end = 1;
    expect(player.loopRange).toEqual({ start: 2, end: 3 });
    player.loopRange = undefined;
    expect(player.loopRange).toBeUndefined();
    for (const [start, end] of [
      [3, 3],
      [3, 2],
      [-1, 2],
      [Number.NaN, 1],
      [0, Number.NaN],
    ]) {
      expect(() => (player.loopRange = { start, end }), `${start} to ${end}`).toThrow(RangeError);
    }
  });
});

describe('step', () => {
  test('gives bit-identical poses, whatever the clock did before', () => {
    const poses = [0.1, 3].map((before) => {
      const { player, dancer } = playerOf(8);
      void player.play();
      player.update(before);
      player.pause();
      player.currentTime = 0;
      return Array.from({ length: 150 }, () => {
        player.step(1 / 30);
        return dancer.x;
      });
    });
    expect(poses[0]).toEqual(poses[1]);
    expect(poses[0].map((x, i) => Math.abs(x - (i + 1) / 30) < 1e-6)).not.toContain(false);
  });

  test('wants exact poses, which `update` does not', () => {
    const { player, dancer } = playerOf(8);
    const update = vi.spyOn(dancer, 'update');
    const isExact = (): unknown => (update.mock.lastCall as unknown[])[2];
    player.step(1);
    expect(isExact()).toBe(true);
    void player.play();
    player.update(1);
    expect(isExact()).toBe(false);
    player.currentTime = 3;
    expect(isExact()).toBe(false);
    player.step(0);
    expect(isExact()).toBe(true);
  });

  test('advances in pauses and at any rate; a step back is a jump', () => {
    const { player, dancer, events } = playerOf(8, { playbackRate: 2 });
    player.step(1);
    expect([player.currentTime, dancer.x, dancer.deltas.at(-1)]).toEqual([1, 1, 1]);
    expect(player.paused).toBe(true);
    events.length = 0;
    player.step(-0.25);
    expect([player.currentTime, dancer.x, dancer.deltas.at(-1)]).toEqual([0.75, 0.75, 0]);
    expect(events).toEqual(['jump: seek']);
    player.step(-5);
    expect(player.currentTime).toBe(0);
    player.step(0);
    expect(player.currentTime).toBe(0);
    player.step(99);
    expect(player.currentTime).toBe(8);
    expect(() => player.step(Number.NaN)).toThrow(TypeError);
  });
});

describe('a playable', () => {
  test('is added, changes its motion with a jump, and is removed', async () => {
    const { player, dancer, events } = playerOf(8);
    const other = new Dancer();
    player.currentTime = 2;
    await settle();
    events.length = 0;
    player.add(other, motionAlongX(4, 100));
    expect(other.x).toBe(102);
    expect([other.resets, other.deltas]).toEqual([1, [0]]);
    expect(events).toEqual(['jump: motion']);
    const motion = motionAlongX(9, 200);
    player.add(dancer, motion);
    expect(dancer.x).toBe(202);
    expect(player.playables).toEqual([dancer, other]);
    expect(player.motionOf(dancer)).toBe(motion);
    expect(player.motionOf(new Dancer())).toBeUndefined();
    player.remove(dancer).remove(dancer);
    expect(player.playables).toEqual([other]);
    expect(player.duration).toBe(4);
    player.currentTime = 3;
    expect([dancer.x, other.x]).toEqual([202, 103]);
  });

  test('is adjusted between sampling and update, for one frame', async () => {
    const player = new MotionPlayer();
    const dancer = new Dancer();
    const passed: number[] = [];
    player.add(dancer, motionAlongX(8), {
      adjust: (rig, deltaSeconds) => {
        passed.push(deltaSeconds);
        rig.pose.translations[0] += 10;
      },
    });
    await player.play();
    player.update(0.5);
    player.update(0.5);
    expect(dancer.x).toBe(11);
    expect(passed).toEqual(dancer.deltas);
    expect(passed).toEqual([0, 0.5, 0.5]);
  });

  test('can be removed and added by a listener of a jump', () => {
    const { player, dancer } = playerOf(8);
    const other = new Dancer();
    let jumps = 0;
    player.addEventListener('jump', () => {
      jumps++;
      if (jumps === 1) player.remove(dancer).add(other, motionAlongX(5, 50));
    });
    player.currentTime = 3;
    expect(jumps).toBe(2);
    expect(player.playables).toEqual([other]);
    expect(other.x).toBe(53);
    player.currentTime = 4;
    expect([dancer.x, other.x]).toEqual([3, 54]);
  });

  test('can be removed during an update, and the others are updated all the same', async () => {
    const player = new MotionPlayer();
    const [first, second] = [new Dancer(), new Dancer()];
    player.add(first, motionAlongX(8), { adjust: () => player.currentTime > 1 && player.remove(first) });
    player.add(second, motionAlongX(8));
    await player.play();
    player.update(1);
    player.update(0.5);
    expect(second.x).toBe(1.5);
  });

  test('can be added while a seek is shown, and all playables are reset', () => {
    const player = new MotionPlayer();
    const [first, second, third] = [new Dancer(), new Dancer(), new Dancer()];
    const adjust = (): void => {
      if (player.currentTime === 2 && !player.playables.includes(third)) player.add(third, motionAlongX(8));
    };
    player.add(first, motionAlongX(8), { adjust }).add(second, motionAlongX(8));
    const events = recordEvents(player);
    player.currentTime = 2;
    expect([second.resets, third.resets]).toEqual([2, 1]);
    expect(events).toContain('jump: seek');
  });
});

describe('a player that changes while it plays', () => {
  test('releases everything when it is disposed, during playback too', async () => {
    const { player, dancer, events } = playerOf(8);
    await player.play();
    player.update(1);
    player.dispose();
    player.dispose();
    player.update(1);
    await settle();
    expect(player.playables).toEqual([]);
    expect([player.paused, player.camera, player.light]).toEqual([true, undefined, undefined]);
    expect(dancer.x).toBe(1);
    expect(events.at(-1)).toBe('pause');
  });

  test('stops at the current time when a removal shortens the duration', async () => {
    const { player, dancer, events } = playerOf(8);
    const other = new Dancer();
    player.add(other, motionAlongX(20, 100));
    player.currentTime = 15;
    await player.play();
    await settle();
    events.length = 0;
    player.remove(other);
    player.update(0.1);
    await settle();
    expect([player.currentTime, player.ended, dancer.x]).toEqual([15, true, 8]);
    expect(events).toEqual(['durationchange', 'timeupdate', 'pause', 'ended']);
  });
});

describe('the playables of a player', () => {
  test('have lists of the names that the motion has and the rig lacks', () => {
    const { player, dancer } = playerOf(8);
    expect(player.missingOf(dancer)).toEqual({ bones: [], morphs: [], ikBones: [] });
    player.remove(dancer);
    expect(player.missingOf(dancer)).toBeUndefined();
  });

  test('may have legs that IK holds, and with ik: off follow their keyframes', () => {
    const player = new MotionPlayer();
    const chain = { effector: 3, loopCount: 9, limitAngle: 1, links: [{ bone: 2 }, { bone: 1 }] };
    const rig = rigOf([
      { name: 'センター' },
      { name: '右足', parent: 0, position: [0, 9, 0] },
      { name: '右ひざ', parent: 1, position: [0, 5, 0] },
      { name: '右足首', parent: 2, position: [0, 1, 0] },
      { name: '右足ＩＫ', position: [0, 1, 0], ik: chain },
    ]);
    const dancer: RigPlayable = { rig, update: () => {}, reset: () => {} };
    const motion = Motion.from(
      createVmd({
        bones: [
          { name: '右足', frame: 0 },
          { name: '右足', frame: 30, rotation: [0.6, 0, 0, 0.8] },
        ],
      }),
    );
    expect(player.stillIkBonesOf(dancer)).toEqual([]);
    player.add(dancer, motion);
    expect([player.stillIkBonesOf(dancer), ...rig.pose.ikEnabled]).toEqual([['右足ＩＫ'], 1]);
    player.crossfade(dancer, motion, 1, { ik: 'off' });
    player.update(2);
    expect([player.stillIkBonesOf(dancer), ...rig.pose.ikEnabled]).toEqual([[], 0]);
    player.add(dancer, motion, { ik: 'motion' });
    expect([...rig.pose.ikEnabled]).toEqual([1]);
  });

  test('find bones by the rule of the player, or that of `add` and `crossfade`', () => {
    const dancer = { rig: rigOf([{ name: '头' }]), update: () => undefined, reset: () => undefined };
    const dance = Motion.from(
      createVmd({ bones: [{ name: { text: '?', bytes: Uint8Array.of(0x3f) }, frame: 0 }] }),
    );
    const missingOf = (player: MotionPlayer): readonly string[] => player.missingOf(dancer)!.bones;
    const player = new MotionPlayer({ names: 'mmd' }).add(dancer, dance);
    expect([player.names, missingOf(player)]).toEqual(['mmd', ['?']]);
    expect(missingOf(player.add(dancer, dance, { names: 'help' }))).toEqual([]);
    player.names = 'help';
    expect(missingOf(player.add(dancer, dance))).toEqual([]);
    player.crossfade(dancer, dance, 0, { names: 'mmd' });
    expect(missingOf(player)).toEqual(['?']);
    expect(missingOf(new MotionPlayer().add(dancer, dance))).toEqual([]);
  });

  test('may be none: the player plays, and its time stays at 0', async () => {
    const player = new MotionPlayer();
    await player.play();
    player.update(1);
    expect([player.paused, player.ended, player.currentTime]).toEqual([false, false, 0]);
  });

  test('play on during a crossfade of the last motion to idle', async () => {
    const { player, dancer } = playerOf(8); // 1 unit a second
    await player.play();
    player.update(1);
    player.crossfade(dancer, undefined, 2);
    player.update(1);
    expect([player.paused, player.currentTime]).toEqual([false, 2]);
    expect(dancer.x).toBeCloseTo(1, 9); // half of 2, half of rest
  });
});

describe('a playable that samples itself', () => {
  /** Records what a player calls. */
  class Sampled implements SampledPlayable {
    readonly calls: (readonly [frame: number, deltaSeconds: number] | 'reset')[] = [];

    sample(frame: number, deltaSeconds: number): void {
      this.calls.push([frame, deltaSeconds]);
    }

    reset(): void {
      this.calls.push('reset');
    }

    /** The calls since the last time. */
    take(): unknown[] {
      return this.calls.splice(0);
    }
  }

  const tenSeconds = Motion.from().offset(300);

  test('gets frame and delta, and a reset between two samples of a jump', async () => {
    const [player, scene] = [new MotionPlayer(), new Sampled()];
    player.add(scene, tenSeconds);
    expect([player.duration, player.motionOf(scene)]).toEqual([10, tenSeconds]);
    expect(scene.take()).toEqual([[0, 0], 'reset', [0, 0]]);
    await player.play();
    player.update(0.5);
    player.update(0.25);
    expect(scene.take()).toEqual([
      [15, 0.5],
      [22.5, 0.25],
    ]);
    player.currentTime = 4;
    expect(scene.take()).toEqual([[120, 0], 'reset', [120, 0]]);
    player.pause();
    player.update(1);
    expect(scene.take()).toEqual([[120, 0]]);
  });

  test('has offset and loop, and misses no names', () => {
    const [player, scene] = [new MotionPlayer(), new Sampled()];
    player.add(scene, tenSeconds, { offset: 2, loop: true });
    expect(player.duration).toBe(12);
    player.add(new Dancer(), motionAlongX(30));
    player.currentTime = 13;
    expect(scene.take().at(-1)).toEqual([30, 0]); // (13 − 2) mod 10
    expect(player.missingOf(scene)).toEqual({ bones: [], morphs: [], ikBones: [] });
  });

  test('changes over at once: it cannot blend', () => {
    const [player, scene] = [new MotionPlayer(), new Sampled()];
    player.add(scene, tenSeconds);
    player.currentTime = 3;
    scene.take();
    const events = recordEvents(player);
    player.crossfade(scene, tenSeconds.offset(30), 1, { offset: 1 });
    expect(scene.take()).toEqual([[60, 0], 'reset', [60, 0]]);
    expect(events).toEqual(['jump: motion']);
    expect(player.duration).toBe(12);
  });

  test('stays at frame 0 without a motion: the idle motion is for rigs', () => {
    const [player, scene] = [new MotionPlayer(), new Sampled()];
    player.idle = motionAlongX(2);
    player.add(scene);
    player.update(0.5);
    expect(scene.take().at(-1)).toEqual([0, 0.5]);
    expect([player.duration, player.motionOf(scene)]).toEqual([0, undefined]);
  });
});
