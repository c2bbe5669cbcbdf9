import { expect, test, vi } from 'vitest';
import type { AdjustClock } from '#src/runtime/player/frame-poser.js';
import { FadingMotion } from '#src/runtime/player/crossfade.js';
import { MotionPlayer, type MotionPlayerOptions } from '#src/runtime/player/motion-player.js';
import type { PoseAt } from '#src/runtime/player/playable.js';
import type { Rig } from '#src/runtime/rig/index.js';
import { Dancer, motionAlongX } from './dancer.js';

/** A playable that poses itself at given parts of each frame, and records where it was then. */
class Substepper extends Dancer {
  readonly usesPoseAt: boolean;
  readonly seen: number[] = [];
  parts: readonly number[];

  constructor(parts: readonly number[] = [0.5, 1], usesPoseAt = true) {
    super();
    this.parts = parts;
    this.usesPoseAt = usesPoseAt;
  }

  override update(deltaSeconds: number, poseAt?: PoseAt): void {
    super.update(deltaSeconds);
    for (const part of this.parts) {
      poseAt!(part * deltaSeconds);
      this.seen.push(this.rig.worldPositions[0]);
    }
  }

  take(): number[] {
    return this.seen.splice(0);
  }
}

/** A player at 2 s that plays a motion of 1 unit per second on these playables. */
function playing(dancers: readonly Dancer[], options: MotionPlayerOptions = {}): MotionPlayer {
  const player = new MotionPlayer(options);
  for (const dancer of dancers) player.add(dancer, motionAlongX(8));
  player.currentTime = 2;
  void player.play();
  for (const dancer of dancers) if (dancer instanceof Substepper) dancer.take();
  return player;
}

test.each([true, false])(
  'poses are solved at the times in a frame that the playable asks for; usesPoseAt: %s',
  (usesPoseAt) => {
    const dancer = new Substepper([0, 0.25, 0.5, 1], usesPoseAt);
    const player = playing([dancer]);
    player.update(0.5);
    expect(dancer.take()).toEqual([2, 2.125, 2.25, 2.5]);
    player.update(0.25);
    expect(dancer.take()).toEqual([2.5, 2.5625, 2.625, 2.75]);
  },
);

test('times in a frame count at the playback rate', () => {
  const dancer = new Substepper();
  const player = playing([dancer], { playbackRate: 2 });
  player.update(0.5);
  expect(dancer.deltas.at(-1)).toBe(1);
  expect(dancer.take()).toEqual([2.5, 3]);
});

test('times after the frame and NaN give its end', () => {
  const dancer = new Substepper([2, Number.NaN]);
  playing([dancer]).update(0.5);
  expect(dancer.take()).toEqual([2.5, 2.5]);
});

test('times below 0 are before the frame, and nothing passes for adjust meanwhile', () => {
  const dancer = new Substepper([-1, -0.25, 0.5]);
  playing([dancer]).update(0.5);
  expect(dancer.take()).toEqual([1.5, 1.875, 2.25]); // in parts of the frame of 0.5 s
});

test('in a pause there is one pose, however often it is asked for', () => {
  const dancer = new Substepper([0, 1, 1]);
  const player = playing([dancer]);
  player.pause();
  const sample = vi.spyOn(FadingMotion.prototype, 'sample');
  player.update(0.5);
  expect([dancer.deltas.at(-1), dancer.take()]).toEqual([0, [2, 2, 2]]);
  expect(sample).toHaveBeenCalledTimes(1);
  sample.mockRestore();
});

test('a frame of one substep is sampled and adjusted once, whether or not the playable says that it uses poseAt', () => {
  for (const usesPoseAt of [true, false]) {
    const dancer = new Substepper([1], usesPoseAt);
    const adjust = vi.fn<(rig: Rig, deltaSeconds: number) => void>();
    const player = playing([dancer]).add(dancer, motionAlongX(8), { adjust });
    const sample = vi.spyOn(FadingMotion.prototype, 'sample');
    adjust.mockClear();
    player.update(0.25);
    expect(sample).toHaveBeenCalledTimes(1);
    expect(adjust.mock.calls.map(([rig, seconds]) => [rig, seconds])).toEqual([[dancer.rig, 0.25]]);
    sample.mockRestore();
  }
});

test('adjust gets the seconds of the clock in pauses too, and is told of jumps', () => {
  const dancer = new Substepper([0.5, 1]);
  const seen: [number, AdjustClock][] = [];
  const player = new MotionPlayer().add(dancer, motionAlongX(8), {
    adjust: (_, deltaSeconds, clock) => seen.push([deltaSeconds, { ...clock }]),
  });
  player.update(0.25);
  player.currentTime = 4;
  expect(seen).toEqual([
    [0, { seconds: 0, isJump: true }],
    [0, { seconds: 0.25, isJump: false }],
    [0, { seconds: 0, isJump: true }],
  ]);
});

test('adjust sees the times in order, and its seconds add up to the frame', () => {
  const dancer = new Substepper([0.25, 0.25, 0.75, 1]);
  const seen: number[][] = [];
  const player = playing([dancer]).add(dancer, motionAlongX(8), {
    adjust: ({ pose }, deltaSeconds) => seen.push([pose.translations[0], deltaSeconds]),
  });
  seen.length = 0;
  player.update(1);
  expect(seen).toEqual([
    [2.25, 0.25],
    [2.75, 0.5],
    [3, 0.25],
  ]);
});

test('a time before the last one is posed again, and no time passes for adjust', () => {
  const dancer = new Substepper([1, 0.5, 1]);
  const deltas: number[] = [];
  const player = playing([dancer]);
  player.add(dancer, motionAlongX(8), { adjust: (_, deltaSeconds) => deltas.push(deltaSeconds) });
  dancer.take();
  deltas.length = 0;
  player.update(1);
  expect(dancer.take()).toEqual([3, 2.5, 3]);
  expect(deltas).toEqual([1, 0, 0]);
});

test('a playable that does not ask finds the pose of the frame', () => {
  const dancer = new Dancer();
  playing([dancer]).update(0.5);
  expect(dancer.x).toBe(2.5);
});

test('a crossfade proceeds within the frame as it does over several frames', () => {
  const [whole, parts] = [new Substepper([0.25, 0.5, 1]), new Substepper([1])];
  const [player, fine] = [playing([whole]), playing([parts])];
  player.crossfade(whole, motionAlongX(8, 100), 2);
  fine.crossfade(parts, motionAlongX(8, 100), 2);
  player.update(1);
  for (const delta of [0.25, 0.25, 0.5]) fine.update(delta);
  const seen = whole.take();
  expect(seen).toEqual(parts.take());
  expect(seen).toEqual([6.546875, 18.125, 53]); // 2.25 + 100 · 11/256, 2.5 + 100 · 5/32, 3 + 100 / 2
  player.update(1);
  expect(whole.take().at(-1)).toBe(104);
});

test('a crossfade in a pause proceeds by the clock', () => {
  const dancer = new Substepper();
  const player = playing([dancer]);
  player.pause();
  player.crossfade(dancer, motionAlongX(8, 100), 2);
  player.update(1);
  expect(dancer.take()).toEqual([52, 52]);
});

test('the idle motion is posed by its own clock, before the frame’s end too', () => {
  const dancer = new Substepper();
  const player = new MotionPlayer();
  player.idle = motionAlongX(4, 10);
  player.add(dancer);
  player.update(1);
  dancer.take();
  player.update(1);
  expect(dancer.take()).toEqual([11.5, 12]);
});

test('after a jump the rig is posed before reset, and no time has passed in update', () => {
  const dancer = new Substepper();
  const player = playing([dancer]);
  player.update(0.5);
  dancer.take();
  const atReset: number[] = [];
  dancer.reset = () => atReset.push(dancer.x);
  player.currentTime = 5;
  expect(atReset).toEqual([5]);
  expect([dancer.deltas.at(-1), dancer.take()]).toEqual([0, [5, 5]]);
});

test('a jump forgets where physics held bones, before keyframes are sampled', () => {
  const dancer = new Substepper();
  const player = playing([dancer]);
  const { held } = dancer.rig.pose;
  held!.isKnown[0] = 1;
  player.update(0.5);
  expect(held!.isKnown[0]).toBe(1);
  let known = 1;
  const motion = motionAlongX(8);
  player.add(dancer, motion, { adjust: () => (known = held!.isKnown[0]) });
  expect(known).toBe(0);
});

test('each playable gets one function for all frames', () => {
  const given = new Set<unknown>();
  const [a, b] = [new Dancer(), new Dancer()];
  for (const dancer of [a, b]) dancer.update = (_: number, poseAt?: PoseAt) => given.add(poseAt);
  const player = playing([a, b]);
  for (let frame = 0; frame < 5; frame++) player.update(0.1);
  expect(given.size).toBe(2);
});
