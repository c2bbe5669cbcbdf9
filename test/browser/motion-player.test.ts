import { createPmx, createPmxBone, createVmd } from '@odori/format';
import { createRigDefinition, Motion, MotionPlayer, Rig } from '@odori/runtime';
import { afterEach, expect, test } from 'vitest';
import song from '#demos/assets/files/song.ogg?url';

/** A picture, or a look between two: the player's time and the song's, in seconds. */
interface Look {
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
  await heard('canplaythrough');
  return audio;
}

async function heard(type: string, target: EventTarget = audio): Promise<void> {
  await new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

/** Somebody who walks a unit a second, so that the place is the time. */
function walker(): { player: MotionPlayer; place: () => number } {
  const bones = [createPmxBone({ name: 'センター' })];
  const rig = new Rig(createRigDefinition(createPmx({ bones })));
  const keys = [0, 200].map((seconds) => ({
    name: 'センター',
    frame: 30 * seconds,
    position: [seconds, 0, 0] as const,
  }));
  const player = new MotionPlayer({ media: audio });
  player.add({ rig, update: () => {}, reset: () => {} }, Motion.from(createVmd({ bones: keys })));
  return { player, place: () => rig.pose.translations[0] };
}

/** Plays for so long, picture by picture; looks at the times in each and, by a timer, between them. */
async function watch(player: MotionPlayer, place: () => number, seconds: number): Promise<Look[]> {
  const looks: Look[] = [];
  const look = (): void => void looks.push({ player: player.currentTime, song: audio.currentTime });
  const timer = setInterval(look, 3);
  const begin = performance.now();
  for (let last = begin; last - begin < 1000 * seconds;) {
    const now = await new Promise<number>(requestAnimationFrame);
    player.update((now - last) / 1000);
    last = now;
    look();
    expect(place()).toBeCloseTo(looks.at(-1)!.player, 4);
  }
  clearInterval(timer);
  return looks;
}

function expectTogether(looks: readonly Look[]): void {
  let last = 0;
  for (const { player, song: heardAt } of looks) {
    expect(Math.abs(player - heardAt)).toBeLessThanOrEqual(0.02);
    expect(player).toBeGreaterThanOrEqual(last);
    last = player;
  }
}

test('a player keeps time with a song: playing, sought, faster, paused', async () => {
  await loadSong();
  const { player, place } = walker();
  expect(player.duration).toBe(audio.duration);
  await player.play();
  const looks = await watch(player, place, 2);
  expectTogether(looks);
  expect(looks.at(-1)!.player).toBeGreaterThan(1.5);

  for (const to of [60, 12.5]) {
    player.currentTime = to;
    expect(player.currentTime).toBe(to);
    expect(place()).toBeCloseTo(to, 4);
    await heard('seeked', player);
    expectTogether(await watch(player, place, 0.5));
  }

  player.playbackRate = 2;
  const before = player.currentTime;
  const fast = await watch(player, place, 1);
  expectTogether(fast);
  expect(fast.at(-1)!.player - before).toBeGreaterThan(1.4);

  player.pause();
  expect(player.currentTime).toBe(audio.currentTime);
  await heard('pause', player);
  player.update(1);
  expect(player.currentTime).toBe(audio.currentTime);
  expect(place()).toBeCloseTo(audio.currentTime, 4);
  player.dispose();
});

test('events come as the song’s own do, and it ends with it', async () => {
  await loadSong();
  const { player } = walker();
  const [said, own]: string[][] = [[], []];
  for (const type of ['play', 'playing', 'pause', 'seeking', 'seeked', 'ended', 'ratechange']) {
    player.addEventListener(type, () => said.push(type));
    audio.addEventListener(type, () => own.push(type));
  }
  player.currentTime = audio.duration - 0.3;
  await player.play();
  const end = heard('ended', player);
  const timer = setInterval(() => player.update(0.02), 20);
  await end;
  clearInterval(timer);
  expect([player.ended, player.paused]).toEqual([true, true]);
  expect(player.currentTime).toBe(audio.duration);
  player.playbackRate = 1.5;
  await player.play();
  expect(player.ended).toBe(false);
  player.pause();
  await heard('pause'); // who listens to the song itself hears after the player, which was there first
  expect(said).toEqual(own);
  expect(said.slice(-2)).toEqual(['playing', 'pause']);
  player.dispose();
});

test('without a song it plays by its own clock, and takes one up where it is', async () => {
  await loadSong();
  const { player, place } = walker();
  player.media = undefined;
  await player.play();
  for (let i = 0; i < 90; i++) player.update(1 / 30);
  expect(player.currentTime).toBeCloseTo(3, 9);
  player.media = audio;
  await heard('playing', player);
  const looks = await watch(player, place, 0.5);
  expectTogether(looks.slice(1));
  expect(looks[0].song).toBeGreaterThanOrEqual(3 - 1e-6); // the browser counts microseconds
  expect(looks.at(-1)!.player).toBeGreaterThan(3.2);
  player.dispose();
});
