import { AutoCamera } from '@odori/model';
import { type Motion, MotionPlayer } from '@odori/runtime';
import { afterEach, expect, test, vi } from 'vitest';
import { Director } from '#src/element/viewport/director.js';
import { songOf, stubDecoder } from '#test/element/media/stub-song.js';
import { boxDancer, standing } from '#test/model/auto-camera/box-dancer.js';

afterEach(() => void vi.unstubAllGlobals());

/** A director of a model that dances for a while, how often it has called back, and its switches. */
function setUp(seconds = 30) {
  const model = boxDancer();
  const camera = new AutoCamera(model, { aspect: 1 });
  const player = new MotionPlayer();
  const calls = { planned: 0, failed: 0 };
  let motion: Motion = standing(seconds);
  const host = {
    player,
    motionOf: () => motion,
    shotsPlanned: () => calls.planned++,
    shotsFailed: () => calls.failed++,
  };
  const director = new Director(host);
  const dance = (next: Motion): void => {
    motion = next;
    player.add(model, next);
  };
  dance(motion);
  return { camera, player, director, calls, dance };
}

test('the shots are planned for the motion, and anew for another one or another offset', async () => {
  const { camera, player, director, calls, dance } = setUp();
  director.camera = camera;
  await director.settle();
  expect([camera.shots.at(-1)!.end, calls.planned]).toEqual([30, 1]);
  director.update();
  await director.settle();
  expect(calls.planned).toBe(1); // nothing has changed
  dance(standing(50));
  await director.settle();
  expect([camera.shots.at(-1)!.end, calls.planned]).toEqual([50, 2]);
  player.offset = 4;
  await director.settle();
  expect(calls).toEqual({ planned: 3, failed: 0 });
});

test('once the song is heard, the camera cuts where its bars begin, in the time of the motion', async () => {
  stubDecoder(30);
  const { camera, player, director } = setUp();
  player.offset = 1;
  director.song = songOf(30);
  director.camera = camera;
  await director.settle();
  const cuts = camera.shots.slice(1).map(({ start }) => start);
  expect(cuts.length).toBeGreaterThan(3);
  const [first] = cuts;
  // bars of two seconds
  for (const cut of cuts)
    expect(Math.abs((cut - first) / 2 - Math.round((cut - first) / 2))).toBeLessThan(0.02);
  // a beat is at every half second of the song, which is ahead of the motion by one
  expect(Math.abs(2 * first - Math.round(2 * first))).toBeLessThan(0.04);
});

test('a song is read once, and only when the browser has loaded it or a film begins', async () => {
  stubDecoder(30);
  const { camera, director } = setUp();
  const song = songOf(30, 1);
  director.song = song;
  director.camera = camera;
  director.camera = camera;
  await expect.poll(() => camera.shots.length).toBeGreaterThan(0);
  expect(song.read).not.toHaveBeenCalled();
  await director.settle();
  expect(song.read).toHaveBeenCalledTimes(1);
  director.camera = camera;
  await director.settle();
  expect(song.read).toHaveBeenCalledTimes(1);
});

test.each([
  ['is a stream', Infinity, 0],
  ['is longer than ten minutes', 601, 0],
  ['cannot be read', 30, 1],
])('with a song that %s, the camera cuts by the dance, and nothing fails', async (_, seconds, reads) => {
  stubDecoder(30);
  const { camera, director, calls } = setUp();
  const song = songOf(seconds);
  song.read.mockRejectedValue(new Error('404'));
  director.song = song;
  director.camera = camera;
  await director.settle();
  expect(camera.shots.length).toBeGreaterThan(3);
  expect(song.read).toHaveBeenCalledTimes(reads);
  expect(calls.failed).toBe(0);
});

test('a director that is disposed of plans nothing more', async () => {
  const { camera, director, calls } = setUp();
  director.song = songOf(30, 1);
  director.camera = camera;
  director.dispose();
  await director.settle();
  expect([camera.shots.length, calls]).toEqual([0, { planned: 0, failed: 0 }]);
});

test('the shots of a group are planned anew where dancers are put; those of one dancer follow her', async () => {
  const { camera, player, director, calls } = setUp();
  director.camera = camera;
  await director.settle();
  director.placesChanged();
  await director.settle();
  expect(calls.planned).toBe(1);
  const [left, right] = [boxDancer(), boxDancer()];
  const duet = new AutoCamera([left, right], { aspect: 1 });
  for (const model of duet.models) player.add(model, standing(30));
  director.camera = duet;
  await director.settle();
  right.root.position.x = 10;
  director.placesChanged();
  await director.settle();
  duet.sample(0);
  expect([calls.planned, duet.target.x]).toEqual([3, expect.closeTo(5, 6)]);
});
