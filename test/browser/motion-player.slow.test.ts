import { createPmx, createPmxBone, createVmd } from '@odori/format';
import { createRigDefinition, Motion, MotionPlayer, Rig } from '@odori/runtime';
import { afterEach, expect, test } from 'vitest';
import song from '@odori/sample/files/song.ogg?url';

/** The player's time and the song's at a moment, in seconds. */
interface Reading {
  readonly player: number;
  readonly song: number;
}

let audio: HTMLAudioElement;

afterEach(() => {
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
});

async function loadSong(): Promise<HTMLAudioElement> {
  audio = new Audio(song);
  await nextEvent('canplaythrough');
  return audio;
}

async function nextEvent(type: string, target: EventTarget = audio): Promise<void> {
  await new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

/** A player whose playable moves one unit per second, so that its x is the time. */
function createPlayer(): { player: MotionPlayer; x: () => number } {
  const bones = [createPmxBone({ name: 'センター' })];
  const rig = new Rig(createRigDefinition(createPmx({ bones })));
  const keys = [0, 200].map((seconds) => ({
    name: 'センター',
    frame: 30 * seconds,
    position: [seconds, 0, 0] as const,
  }));
  const player = new MotionPlayer({ media: audio });
  player.add({ rig, update: () => {}, reset: () => {} }, Motion.from(createVmd({ bones: keys })));
  return { player, x: () => rig.pose.translations[0] };
}

/** Plays for a number of seconds; reads the times in each frame and, by a timer, between frames. */
async function watch(player: MotionPlayer, x: () => number, seconds: number): Promise<Reading[]> {
  const readings: Reading[] = [];
  const read = (): void => void readings.push({ player: player.currentTime, song: audio.currentTime });
  const timer = setInterval(read, 3);
  const begin = performance.now();
  for (let last = begin; last - begin < 1000 * seconds;) {
    const now = await new Promise<number>(requestAnimationFrame);
    player.update((now - last) / 1000);
    last = now;
    read();
    expect(x()).toBeCloseTo(readings.at(-1)!.player, 4);
  }
  clearInterval(timer);
  return readings;
}

function expectTogether(readings: readonly Reading[]): void {
  let last = 0;
  for (const { player, song: songTime } of readings) {
    expect(Math.abs(player - songTime)).toBeLessThanOrEqual(0.02);
    expect(player).toBeGreaterThanOrEqual(last);
    last = player;
  }
}

test('a player follows a song: playing, after seeks, faster, paused', async () => {
  await loadSong();
  const { player, x } = createPlayer();
  expect(player.duration).toBe(audio.duration);
  await player.play();
  const readings = await watch(player, x, 2);
  expectTogether(readings);
  expect(readings.at(-1)!.player).toBeGreaterThan(1.5);

  for (const to of [60, 12.5]) {
    player.currentTime = to;
    expect(player.currentTime).toBe(to);
    expect(x()).toBeCloseTo(to, 4);
    await nextEvent('seeked', player);
    expectTogether(await watch(player, x, 0.5));
  }

  player.playbackRate = 2;
  const before = player.currentTime;
  const fast = await watch(player, x, 1);
  expectTogether(fast);
  expect(fast.at(-1)!.player - before).toBeGreaterThan(1.4);

  player.pause();
  expect(player.currentTime).toBe(audio.currentTime);
  await nextEvent('pause', player);
  player.update(1);
  expect(player.currentTime).toBe(audio.currentTime);
  expect(x()).toBeCloseTo(audio.currentTime, 4);
  player.dispose();
});

test('a player sends the events of its song in their order, and ends with it', async () => {
  await loadSong();
  const { player } = createPlayer();
  const [events, own]: string[][] = [[], []];
  for (const type of ['play', 'playing', 'pause', 'seeking', 'seeked', 'ended', 'ratechange']) {
    player.addEventListener(type, () => events.push(type));
    audio.addEventListener(type, () => own.push(type));
  }
  player.currentTime = audio.duration - 0.3;
  await player.play();
  const end = nextEvent('ended', player);
  const timer = setInterval(() => player.update(0.02), 20);
  await end;
  clearInterval(timer);
  expect([player.ended, player.paused]).toEqual([true, true]);
  expect(player.currentTime).toBe(audio.duration);
  player.playbackRate = 1.5;
  await player.play();
  expect(player.ended).toBe(false);
  player.pause();
  await nextEvent('pause'); // our listener of the song is called after the player's, which was added first
  expect(events).toEqual(own);
  expect(events.slice(-2)).toEqual(['playing', 'pause']);
  player.dispose();
});

test('a player without a song uses its own clock; a song that is added starts at the current time', async () => {
  await loadSong();
  const { player, x } = createPlayer();
  player.media = undefined;
  await player.play();
  for (let i = 0; i < 90; i++) player.update(1 / 30);
  expect(player.currentTime).toBeCloseTo(3, 9);
  player.media = audio;
  await nextEvent('playing', player);
  const readings = await watch(player, x, 0.5);
  expectTogether(readings.slice(1));
  expect(readings[0].song).toBeGreaterThanOrEqual(3 - 1e-6); // the browser counts microseconds
  expect(readings.at(-1)!.player).toBeGreaterThan(3.2);
  player.dispose();
});
