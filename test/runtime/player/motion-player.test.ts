import { createVmd } from '@odori/format';
import { DirectionalLight } from 'three';
import { describe, expect, test } from 'vitest';
import { MotionCamera } from '#src/runtime/camera-light/motion-camera.js';
import { MotionLight } from '#src/runtime/camera-light/motion-light.js';
import { Motion } from '#src/runtime/motion/index.js';
import { MotionPlayer, type MotionPlayerOptions } from '#src/runtime/player/motion-player.js';
import { Dancer, listen, settle, walkOf } from './stage.js';

/** A player with a dancer who shows the second of the motion; by the player's own clock. */
function walking(
  seconds: number,
  options?: MotionPlayerOptions,
): { player: MotionPlayer; dancer: Dancer; said: string[] } {
  const player = new MotionPlayer(options);
  const dancer = new Dancer();
  player.add(dancer, walkOf(seconds));
  return { player, dancer, said: listen(player) };
}

describe('a player by its own clock', () => {
  test('rests until it plays, plays, and pauses', async () => {
    const { player, dancer, said } = walking(8);
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
    expect(said).toEqual([
      'durationchange',
      'play',
      'playing',
      ...Array<string>(3).fill('timeupdate'),
      'pause',
    ]);
  });

  test('play and pause that change nothing say nothing', async () => {
    const { player, said } = walking(8);
    await settle();
    said.length = 0;
    player.pause();
    await player.play();
    await player.play();
    player.pause();
    player.pause();
    await settle();
    expect(said).toEqual(['play', 'playing', 'timeupdate', 'pause']);
  });

  test('a promise of play is kept after playing was said, as media do', async () => {
    const { player, said } = walking(8);
    void player.play().then(() => said.push('kept'));
    await settle();
    expect(said.slice(-3)).toEqual(['play', 'playing', 'kept']);
  });

  test('the end holds the last pose and says so once; playing on begins anew', async () => {
    const { player, dancer, said } = walking(2);
    await player.play();
    player.update(1.5);
    player.update(1.5);
    expect([player.currentTime, player.paused, player.ended]).toEqual([2, true, true]);
    expect(dancer.x).toBe(2);
    player.update(1);
    await settle();
    expect(said.slice(-4)).toEqual(['timeupdate', 'timeupdate', 'pause', 'ended']);
    expect(said.filter((word) => word === 'ended')).toHaveLength(1);
    await player.play();
    expect([player.currentTime, player.paused, player.ended]).toEqual([0, false, false]);
    player.update(0.5);
    expect(dancer.x).toBe(0.5);
  });

  test('the longest motion, camera or light is the duration; who is done first holds the last pose', () => {
    const { player } = walking(2);
    const other = new Dancer();
    player.add(other, walkOf(5));
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

  test('seeks are exact, kept in the time there is, and a jump: nothing has passed', async () => {
    const { player, dancer, said } = walking(8);
    await player.play();
    await settle();
    said.length = 0;
    player.currentTime = 3.5;
    expect(player.currentTime).toBe(3.5);
    expect(dancer.x).toBe(3.5);
    expect([dancer.deltas.at(-1), dancer.resets]).toEqual([0, 2]); // the first was the motion's
    await settle();
    expect(said).toEqual(['jump: seek', 'seeking', 'timeupdate', 'seeked']);
    player.currentTime = 99;
    expect(player.currentTime).toBe(8);
    player.currentTime = -1;
    expect(player.currentTime).toBe(0);
    expect(() => (player.currentTime = Number.NaN)).toThrow(TypeError);
    expect(() => (player.currentTime = Infinity)).toThrow(TypeError);
  });

  test('a loop keeps what is over the end, and is a jump', async () => {
    const { player, dancer, said } = walking(2, { loop: true });
    await player.play();
    player.update(1.9);
    player.update(0.25);
    expect(player.currentTime).toBeCloseTo(0.15, 12); // 1.9 + 0.25 − 2
    expect(dancer.x).toBeCloseTo(0.15, 6);
    expect([dancer.deltas.at(-1), dancer.resets]).toEqual([0, 2]);
    player.update(7);
    expect(player.currentTime).toBeCloseTo(1.15, 12);
    expect(said).not.toContain('ended');
    expect(said.filter((word) => word === 'jump: loop')).toHaveLength(1); // 0.15 → 1.15: not backwards
  });

  test('a rate is taken at once; 0 stands; below 0 is refused', async () => {
    const { player, dancer, said } = walking(8, { playbackRate: 2 });
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
    expect(said.filter((word) => word === 'ratechange')).toHaveLength(2);
    for (const rate of [-1, Number.NaN, Infinity]) {
      expect(() => (player.playbackRate = rate), String(rate)).toThrow(RangeError);
    }
  });

  test('timeupdate comes four times a second', async () => {
    const { player, said } = walking(8);
    await player.play();
    for (let i = 0; i < 128; i++) player.update(1 / 64);
    expect(said.filter((word) => word === 'timeupdate')).toHaveLength(8);
  });

  test('times that are none let none pass', async () => {
    const { player, dancer } = walking(8, { loop: true });
    await player.play();
    player.update(1);
    for (const delta of [Number.NaN, -1, 0, -Infinity, Infinity]) player.update(delta);
    expect(player.currentTime).toBe(1);
    expect(dancer.x).toBe(1);
    player.update(1);
    expect(player.currentTime).toBe(2);
  });

  test('a motion that lasts no time is a pose, which has no end', async () => {
    const { player, dancer, said } = walking(0);
    expect(player.duration).toBe(0);
    await player.play();
    player.update(0.1);
    expect([player.currentTime, player.ended, dancer.x]).toEqual([0, false, 0]);
    player.loop = true;
    await player.play();
    player.update(0.1);
    player.update(0.1);
    expect([player.currentTime, player.ended, player.paused]).toEqual([0, false, false]);
    expect(said).not.toContain('jump: loop');
  });
});

describe('an offset', () => {
  test('lets the motions begin so much later', () => {
    const { player, dancer, said } = walking(8, { offset: 2 });
    expect(player.duration).toBe(10);
    player.currentTime = 1.5;
    expect(dancer.x).toBe(0); // before its first key
    player.currentTime = 3;
    expect(dancer.x).toBe(1);
    said.length = 0;
    player.offset = -0.5;
    expect(player.duration).toBe(7.5);
    expect(dancer.x).toBe(3.5);
    expect(said).toEqual(['jump: motion']);
    player.offset = -0.5;
    expect(said).toHaveLength(1);
    expect(() => (player.offset = Number.NaN)).toThrow(TypeError);
  });

  test('of one motion adds to it; a step goes round under a whole dance', () => {
    const player = new MotionPlayer({ offset: 1 });
    const [dancer, stepper] = [new Dancer(), new Dancer()];
    player.add(dancer, walkOf(8), { offset: 0.5 }).add(stepper, walkOf(2), { loop: true });
    expect(player.duration).toBe(9.5);
    player.currentTime = 6.25;
    expect(dancer.x).toBe(4.75); // 6.25 − 1 − 0.5
    expect(stepper.x).toBe(1.25); // (6.25 − 1) mod 2
  });
});

describe('a range', () => {
  test('is gone round once it is entered, with what is over its end kept; jumps', async () => {
    const { player, dancer, said } = walking(8);
    player.loopRange = { start: 2, end: 3 };
    await player.play();
    player.update(2.75);
    player.update(0.5);
    expect(player.currentTime).toBe(2.25);
    expect(dancer.x).toBe(2.25);
    expect(said.filter((word) => word.startsWith('jump'))).toEqual(['jump: loop']);
    player.currentTime = 5; // beyond it
    player.update(2);
    expect(player.currentTime).toBe(7);
    player.update(2);
    expect(player.ended).toBe(true);
  });

  test.each([8, 100])('that ends at the end or beyond it, at %d, is gone round all the same', async (end) => {
    for (const loop of [false, true]) {
      const { player, said } = walking(8, { loop });
      player.loopRange = { start: 6, end };
      await player.play();
      player.update(7.5);
      player.update(1);
      expect(player.currentTime).toBe(6.5);
      expect(player.paused).toBe(false);
      expect(said).toContain('jump: loop');
    }
  });

  test('that begins beyond the end is none', async () => {
    const { player } = walking(8);
    player.loopRange = { start: 20, end: 30 };
    await player.play();
    player.update(9);
    expect([player.currentTime, player.ended]).toEqual([8, true]);
  });

  test('is a copy, may be taken away, and has to be one', () => {
    const { player } = walking(8);
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

describe('steps', () => {
  test('are to the bit the same, whatever the clock did', () => {
    const poses = [0.1, 3].map((before) => {
      const { player, dancer } = walking(8);
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

  test('pass whether it plays or not, at any rate; back is a jump', () => {
    const { player, dancer, said } = walking(8, { playbackRate: 2 });
    player.step(1);
    expect([player.currentTime, dancer.x, dancer.deltas.at(-1)]).toEqual([1, 1, 1]);
    expect(player.paused).toBe(true);
    said.length = 0;
    player.step(-0.25);
    expect([player.currentTime, dancer.x, dancer.deltas.at(-1)]).toEqual([0.75, 0.75, 0]);
    expect(said).toEqual(['jump: seek']);
    player.step(-5);
    expect(player.currentTime).toBe(0);
    player.step(0);
    expect(player.currentTime).toBe(0);
    player.step(99);
    expect(player.currentTime).toBe(8);
    expect(() => player.step(Number.NaN)).toThrow(TypeError);
  });
});

describe('who is on stage', () => {
  test('comes, changes over with a jump, and goes', async () => {
    const { player, dancer, said } = walking(8);
    const other = new Dancer();
    player.currentTime = 2;
    await settle();
    said.length = 0;
    player.add(other, walkOf(4, 100));
    expect(other.x).toBe(102);
    expect([other.resets, other.deltas]).toEqual([1, [0]]);
    expect(said).toEqual(['jump: motion']);
    const motion = walkOf(9, 200);
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

  test('is adjusted between motion and update, for that frame', async () => {
    const player = new MotionPlayer();
    const dancer = new Dancer();
    const passed: number[] = [];
    player.add(dancer, walkOf(8), {
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

  test('may go while the others are told of a jump, and come', () => {
    const { player, dancer } = walking(8);
    const other = new Dancer();
    let jumps = 0;
    player.addEventListener('jump', () => {
      jumps++;
      if (jumps === 1) player.remove(dancer).add(other, walkOf(5, 50));
    });
    player.currentTime = 3;
    expect(jumps).toBe(2);
    expect(player.playables).toEqual([other]);
    expect(other.x).toBe(53);
    player.currentTime = 4;
    expect([dancer.x, other.x]).toEqual([3, 54]);
  });

  test('may go while it is updated: nobody misses a frame', async () => {
    const player = new MotionPlayer();
    const [first, second] = [new Dancer(), new Dancer()];
    player.add(first, walkOf(8), { adjust: () => player.currentTime > 1 && player.remove(first) });
    player.add(second, walkOf(8));
    await player.play();
    player.update(1);
    player.update(0.5);
    expect(second.x).toBe(1.5);
  });

  test('may bring somebody in while a seek is shown: everyone is reset', () => {
    const player = new MotionPlayer();
    const [first, second, third] = [new Dancer(), new Dancer(), new Dancer()];
    const adjust = (): void => {
      if (player.currentTime === 2 && !player.playables.includes(third)) player.add(third, walkOf(8));
    };
    player.add(first, walkOf(8), { adjust }).add(second, walkOf(8));
    const said = listen(player);
    player.currentTime = 2;
    expect([second.resets, third.resets]).toEqual([2, 1]);
    expect(said).toContain('jump: seek');
  });
});

describe('what nobody else has', () => {
  test('everything lets go when it is disposed of, while it plays too', async () => {
    const { player, dancer, said } = walking(8);
    await player.play();
    player.update(1);
    player.dispose();
    player.dispose();
    player.update(1);
    await settle();
    expect(player.playables).toEqual([]);
    expect([player.paused, player.camera, player.light]).toEqual([true, undefined, undefined]);
    expect(dancer.x).toBe(1);
    expect(said.at(-1)).toBe('pause');
  });

  test('who shortens the dance stands where they are', async () => {
    const { player, dancer, said } = walking(8);
    const other = new Dancer();
    player.add(other, walkOf(20, 100));
    player.currentTime = 15;
    await player.play();
    await settle();
    said.length = 0;
    player.remove(other);
    player.update(0.1);
    await settle();
    expect([player.currentTime, player.ended, dancer.x]).toEqual([15, true, 8]);
    expect(said).toEqual(['durationchange', 'timeupdate', 'pause', 'ended']);
  });
});

describe('who is on stage', () => {
  test('what a motion names and the rig lacks is told', () => {
    const { player, dancer } = walking(8);
    expect(player.missingOf(dancer)).toEqual({ bones: [], morphs: [], ikBones: [] });
    player.remove(dancer);
    expect(player.missingOf(dancer)).toBeUndefined();
  });

  test('nobody yet: it plays, and waits for who comes', async () => {
    const player = new MotionPlayer();
    await player.play();
    player.update(1);
    expect([player.paused, player.ended, player.currentTime]).toEqual([false, false, 0]);
  });

  test('the last to go over to idling goes on as long as it fades', async () => {
    const { player, dancer } = walking(8); // 1 unit a second
    await player.play();
    player.update(1);
    player.crossfade(dancer, undefined, 2);
    player.update(1);
    expect([player.paused, player.currentTime]).toEqual([false, 2]);
    expect(dancer.x).toBeCloseTo(1, 9); // half of 2, half of rest
  });
});
