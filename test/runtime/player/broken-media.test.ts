import { expect, test } from 'vitest';
import { MotionPlayer } from '#src/runtime/player/motion-player.js';
import { FakeMedia, type FakeMediaOptions } from './fake-media.js';
import { Dancer, motionAlongX, recordEvents, settle } from './dancer.js';

/** A dancer of 20 s with a song. */
function dance(options: FakeMediaOptions = {}): { media: FakeMedia; player: MotionPlayer; dancer: Dancer } {
  const media = new FakeMedia({ startSeconds: 0, ...options });
  const player = new MotionPlayer({ media });
  const dancer = new Dancer();
  player.add(dancer, motionAlongX(20));
  return { media, player, dancer };
}

function run(player: MotionPlayer, media: FakeMedia, seconds: number): void {
  for (let i = 0; i < Math.round(seconds * 50); i++) {
    media.advance(0.02);
    player.update(0.02);
  }
}

test('a song that breaks while it plays causes `error`, and the dance goes on by the own clock of the player', async () => {
  const { media, player, dancer } = dance();
  void player.play();
  run(player, media, 3);
  await settle();
  const events = recordEvents(player);
  media.break();
  run(player, media, 0.02);
  expect([player.media, media.listenerCount, media.paused]).toEqual([undefined, 0, true]);
  await settle();
  run(player, media, 1);
  expect(dancer.x).toBeCloseTo(4.02, 5);
  expect([player.paused, events.filter((type) => type !== 'timeupdate')]).toEqual([
    false,
    ['error', 'play', 'playing'],
  ]);
});

test('a song that breaks after the end of the dance ends the playback, and the dance does not begin again', async () => {
  const media = new FakeMedia({ startSeconds: 0, duration: 60 });
  const player = new MotionPlayer({ media });
  const dancer = new Dancer();
  player.add(dancer, motionAlongX(5));
  void player.play();
  run(player, media, 8);
  await settle();
  const events = recordEvents(player);
  media.break();
  run(player, media, 0.04);
  await settle();
  expect([player.currentTime, player.paused, player.ended, dancer.x]).toEqual([
    expect.closeTo(8, 5),
    true,
    true,
    5,
  ]);
  expect(events.filter((type) => type.startsWith('jump'))).toEqual([]);
});

test('a listener of `error` can give the player another song', async () => {
  const { media, player, dancer } = dance();
  const other = new FakeMedia({ startSeconds: 0, seekSeconds: 0.02 });
  player.addEventListener('error', () => (player.media = other));
  void player.play();
  run(player, media, 3);
  media.break();
  run(player, media, 0.02);
  await settle();
  run(player, other, 1);
  expect([player.media, player.paused, other.paused]).toEqual([other, false, false]);
  expect(dancer.x).toBeCloseTo(4, 1);
});

test('a song that breaks in a pause causes `error`; then `play` plays without it', async () => {
  const { media, player, dancer } = dance();
  player.currentTime = 5;
  run(player, media, 0.2);
  await settle();
  const events = recordEvents(player);
  media.break();
  run(player, media, 0.1);
  await settle();
  expect([player.paused, player.currentTime, player.seeking, events]).toEqual([true, 5, false, ['error']]);
  await player.play();
  run(player, media, 1);
  expect(dancer.x).toBeCloseTo(6, 5);
});

test('a call of `play` is fulfilled although the song breaks before it starts', async () => {
  const { media, player } = dance();
  const playing = player.play();
  media.break();
  media.advance(0);
  await expect(playing).resolves.toBeUndefined();
  expect(player.paused).toBe(false);
});

test('media that cannot be loaded at all cause `error` and stay: `play` rejects as theirs does', async () => {
  const { media, player } = dance({ duration: Number.NaN });
  const events = recordEvents(player);
  media.break();
  media.advance(0);
  expect([player.media, events]).toEqual([media, ['error']]);
  media.refusesPlay = true;
  await expect(player.play()).rejects.toThrow('without a gesture');
});

test('a song that broke before rejects `play` with NotSupportedError, and the player is paused', async () => {
  const { media, player } = dance();
  media.break();
  media.advance(0);
  await settle();
  await player.play();
  const events = recordEvents(player);
  player.media = media;
  await settle();
  expect([player.paused, events.includes('pause')]).toEqual([true, true]);
  await expect(player.play()).rejects.toMatchObject({
    name: 'NotSupportedError',
    message: 'broken media: connection lost',
  });
  player.media = undefined;
  await player.play();
  expect(player.paused).toBe(false);
});

test('a seek of media that can only seek to their start shows the start at once', () => {
  const { media, player, dancer } = dance();
  Object.defineProperty(media, 'currentTime', { get: () => 0, set: () => {} });
  player.currentTime = 7;
  expect([player.currentTime, dancer.x]).toEqual([0, 0]);
});
