import { expect, it } from 'vitest';
import { fadeFrom, momentOf } from '#src/element/shelf/fade-from.js';
import { MotionPlayer } from '#src/runtime/player/motion-player.js';
import { Dancer, motionAlongX } from '#test/runtime/player/dancer.js';

it('comes from the last dance into the next one, which has begun', () => {
  const [player, dancer] = [new MotionPlayer(), new Dancer()];
  player.add(dancer, motionAlongX(10, 100));
  player.currentTime = 4;
  player.update(0);
  const last = momentOf(player, dancer)!;
  player.add(dancer, motionAlongX(10)).currentTime = 0; // another song
  fadeFrom(last, player, dancer, 2);
  player.step(0);
  expect(dancer.x).toBeCloseTo(104, 9); // where she was
  player.step(1);
  expect(dancer.x).toBeCloseTo((105 + 1) / 2, 9); // both dances go on; half of each
  player.step(1);
  expect(dancer.x).toBeCloseTo(2, 9);
  expect(player.duration).toBe(10);
});

it('knows where a dance is although its song began before it', () => {
  const [player, dancer] = [new MotionPlayer({ offset: 1 }), new Dancer()];
  expect(momentOf(player, dancer)).toBeUndefined();
  const dance = motionAlongX(10, 100);
  player.add(dancer, dance);
  player.currentTime = 4;
  expect(momentOf(player, dancer)).toEqual({ motion: dance, seconds: 3 });
  player.add(dancer, motionAlongX(10)).currentTime = 2;
  fadeFrom({ motion: dance, seconds: 3 }, player, dancer);
  player.step(0);
  expect(dancer.x).toBeCloseTo(103, 9);
});

it('does not fade for an impossible time', () => {
  const [player, dancer] = [new MotionPlayer(), new Dancer()];
  player.add(dancer, motionAlongX(1));
  for (const seconds of [-1, NaN, Infinity])
    expect(() => fadeFrom(momentOf(player, dancer)!, player, dancer, seconds)).toThrow(RangeError);
});
