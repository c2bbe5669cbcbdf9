import type { OdoriPlayerElement } from '@odori/element';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { difference, loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import { frames } from '#test/support/frames.js';
import { drawNothing, setDrawing } from '#test/support/open-page.js';
import {
  urlOf,
  boardFile,
  cameraFile,
  clearPage,
  nextEvent,
  revokeUrls,
  collectEvents,
  part,
  showElement,
  songFile,
  walk,
} from './show-element.js';

expectCleanConsole();
drawNothing();

const SIZE = { width: 160, height: 90, fps: 15 };
const TONE = 440;
let element: OdoriPlayerElement;

/** A board that moves 4 units per second; a song of 4 seconds with a tone from 1.5 seconds on. */
beforeAll(async () => {
  element = showElement(
    { loop: '', stage: 'grid' },
    {
      model: boardFile(),
      motion: walk(4, 4),
      camera: cameraFile(),
      audio: songFile(4, TONE, 1.5),
    },
  );
  await nextEvent(element, 'canplaythrough');
});

afterEach(() => {
  revokeUrls();
});

afterAll(clearPage);

/** The pixels of a picture on the background of the element, which films have too. */
async function onBackground(picture: HTMLVideoElement | HTMLImageElement): Promise<Uint8ClampedArray> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: SIZE.width, height: SIZE.height });
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#dfe3ea';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0);
  return pixelsOf(canvas);
}

/** Loudness of samples, as root mean square. */
function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** The fraction of the samples' energy that is this tone: 1 is all. */
function toneFraction(samples: Float32Array, rate: number): number {
  const [sin, cos] = [Math.sin, Math.cos].map((wave) =>
    samples.reduce((sum, sample, i) => sum + sample * wave((2 * Math.PI * TONE * i) / rate), 0),
  );
  const energy = samples.reduce((sum, sample) => sum + sample * sample, 0);
  return (2 * (sin * sin + cos * cos)) / samples.length / energy;
}

test('a film has the duration, the frames and the sound of its range; playback is restored afterwards', async () => {
  setDrawing(window, true);
  element.currentTime = 3.25;
  await nextEvent(element, 'seeked');
  const events = collectEvents(element, ['play', 'pause', 'ended', 'error']);
  const progress: number[] = [];
  const film = await element.record({
    ...SIZE,
    range: { start: 0.5, end: 2.5 },
    onProgress: (fraction) => progress.push(fraction),
  });
  expect(film.type).toMatch(/^video\/(?:mp4|webm)/);
  expect([progress.length, progress[0], progress.at(-1)]).toEqual([30, 1 / 30, 1]);
  expect([element.currentTime, element.paused, element.loop, element.player.loop, events]).toEqual([
    3.25,
    true,
    true,
    true,
    [],
  ]);
  const canvas = part(element, 'canvas') as HTMLCanvasElement;
  expect([canvas.width, canvas.height]).toEqual([160, 90]);

  const video = document.createElement('video');
  video.src = urlOf(film);
  await nextEvent(video, 'loadeddata');
  expect([video.videoWidth, video.videoHeight]).toEqual([160, 90]);
  expect(video.duration).toBeCloseTo(2, 1);
  for (const frame of [0, 12, 29]) {
    const sought = nextEvent(video, 'seeked');
    video.currentTime = (frame + 0.5) / SIZE.fps;
    await sought;
    element.currentTime = 0.5 + frame / SIZE.fps;
    const capture = await onBackground(await loadImage(urlOf(await element.capture())));
    element.currentTime = 0.5 + (frame + 10) / SIZE.fps;
    const later = await onBackground(await loadImage(urlOf(await element.capture())));
    const picture = await onBackground(video);
    expect(difference(picture, capture)).toBeLessThan(0.03);
    expect(difference(picture, later)).toBeGreaterThan(0.03);
  }

  const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(await film.arrayBuffer());
  expect(sound.duration).toBeCloseTo(2, 1);
  const samples = sound.getChannelData(0);
  const between = (from: number, to: number): Float32Array => samples.subarray(48_000 * from, 48_000 * to);
  // the tone starts at 1.5 s: one second into the film
  expect(loudness(between(0.1, 0.9))).toBeLessThan(0.01);
  expect(loudness(between(1.1, 1.9))).toBeCloseTo(100 / 128 / Math.SQRT2, 1);
  expect(toneFraction(between(1.1, 1.9), 48_000)).toBeGreaterThan(0.95);
});

test('a film has the background that is seen, or the one that was asked for', async () => {
  setDrawing(window, true);
  const corner = async (background?: string): Promise<number[]> => {
    const film = await element.record({ ...SIZE, range: { start: 0, end: 0.1 }, background });
    const video = document.createElement('video');
    video.src = urlOf(film);
    await nextEvent(video, 'loadeddata');
    const sought = nextEvent(video, 'seeked');
    video.currentTime = 0.5 / SIZE.fps;
    await sought;
    return [...(await onBackground(video)).subarray(0, 3)];
  };
  const near = (color: number[]): unknown[] => color.map((value) => expect.closeTo(value, -1.3)); // ± 10
  element.style.background = 'linear-gradient(rgb(200 60 60), rgb(200 60 60))';
  expect(await corner()).toEqual(near([200, 60, 60]));
  expect(await corner('rgb(30 160 90)')).toEqual(near([30, 160, 90]));
  expect(await corner('transparent')).toEqual(near([0, 0, 0]));
  element.style.background = '#dfe3ea';
});

test('a film with alpha is transparent where nothing is drawn', async () => {
  setDrawing(window, true);
  const film = await element.record({ ...SIZE, alpha: true, range: { start: 0, end: 0.1 } });
  const video = document.createElement('video');
  video.src = urlOf(film);
  await nextEvent(video, 'loadeddata');
  const sought = nextEvent(video, 'seeked');
  video.currentTime = 0.5 / SIZE.fps;
  await sought;
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const context = canvas.getContext('2d')!;
  context.drawImage(video, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const alphas = data.filter((_, i) => i % 4 === 3);
  expect([alphas[0] < 10, Math.max(...alphas) > 245]).toEqual([true, true]);
});

test('a film without a song is silent, and has the size that was asked for', async () => {
  const audio = element.audio;
  element.audio = null;
  await nextEvent(element, 'canplay');
  const film = await element.record({ width: 64, height: 64, fps: 10, range: { start: 3.9, end: 9 } });
  const video = document.createElement('video');
  video.src = urlOf(film);
  await nextEvent(video, 'loadedmetadata');
  expect([video.videoWidth, video.videoHeight]).toEqual([64, 64]);
  expect(video.duration).toBeCloseTo(5.1, 1);
  element.audio = audio;
  await nextEvent(element, 'canplay');
});

test('options that cannot be recorded reject with RangeError and change nothing', async () => {
  for (const options of [{ width: 161 }, { height: 0 }, { fps: 0 }, { range: { start: 2, end: 1 } }]) {
    await expect(element.record({ ...SIZE, ...options })).rejects.toThrow(RangeError);
  }
  expect([element.player.media === undefined, element.player.loop]).toEqual([false, true]);
});

test('an aborted signal stops the recording, and playback continues', async () => {
  await element.play();
  const events = collectEvents(element, ['ended', 'error']);
  const abort = new AbortController();
  const reason = new Error('enough');
  const onProgress = (progress: number): void => {
    if (progress > 0.2) abort.abort(reason);
  };
  const film = element.record({ ...SIZE, range: { start: 0, end: 2 }, signal: abort.signal, onProgress });
  await expect(element.record(SIZE)).rejects.toMatchObject({ name: 'InvalidStateError' });
  await expect(film).rejects.toBe(reason);
  await expect.poll(() => element.paused).toBe(false);
  const time = element.currentTime;
  await expect.poll(() => element.currentTime).not.toBe(time);
  element.pause();
  expect(events).toEqual([]);
  await expect(element.record({ signal: abort.signal })).rejects.toBe(reason);
});

test('inputs that are given during a recording are loaded after it', async () => {
  const events = collectEvents(element, ['loadstart']);
  const onProgress = (progress: number): void => {
    if (progress < 0.5) element.motion = walk(1, 4);
    expect(events).toEqual([]);
  };
  await element.record({ ...SIZE, range: { start: 0, end: 0.4 }, onProgress });
  await nextEvent(element, 'canplay');
  expect([events, element.loadedMotion!.duration]).toEqual([['loadstart'], 1]);
});

test('record() waits until everything is loaded', async () => {
  element.motion = walk(3);
  const film = await element.record({ ...SIZE, range: { start: 0, end: 0.2 } });
  expect([element.loadedMotion!.duration, film.size > 100]).toEqual([3, true]);
});

test('record() waits for a request that never ends until it is aborted or replaced', async () => {
  const abort = new AbortController();
  const reason = new Error('too slow');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  element.motion = 'slow.vmd';
  const none = element.record({ ...SIZE, signal: abort.signal });
  await expect(element.record(SIZE)).rejects.toMatchObject({ name: 'InvalidStateError' });
  void frames(3).then(() => abort.abort(reason));
  await expect(none).rejects.toBe(reason);
  const film = element.record({ ...SIZE, range: { start: 0, end: 0.2 } });
  void frames(3).then(() => (element.motion = walk(4)));
  expect((await film).size).toBeGreaterThan(100);
  expect(element.loadedMotion!.duration).toBe(4);
  vi.unstubAllGlobals();
});

test('removing the element rejects record(); added again, it has its state again', async () => {
  element.currentTime = 1.5;
  await nextEvent(element, 'seeked');
  const time = element.currentTime;
  const film = element.record({
    ...SIZE,
    range: { start: 0, end: 4 },
    onProgress: () => element.remove(),
  });
  await expect(film).rejects.toMatchObject({ name: 'AbortError' });
  expect(element.readyState).toBe(0);
  document.body.append(element);
  await nextEvent(element, 'canplaythrough');
  await frames(1);
  expect([element.duration, element.paused, element.player.loop]).toEqual([4, true, true]);
  expect(element.currentTime).toBe(time);
  expect((await element.record({ ...SIZE, range: { start: 0, end: 0.2 } })).size).toBeGreaterThan(100);
});

test('an element that was filmed before it had a size is drawn when it gets one', async () => {
  const hidden = showElement({ stage: 'none' }, { model: boardFile(), motion: walk(4, 4) });
  hidden.style.display = 'none';
  await nextEvent(hidden, 'canplaythrough');
  await hidden.record({ ...SIZE, range: { start: 0, end: 0.2 } });
  const gl = hidden.shadowRoot!.querySelector('canvas')!.getContext('webgl2')!;
  const draw = vi.spyOn(gl, 'drawElements');
  hidden.style.display = '';
  await expect.poll(() => draw).toHaveBeenCalled();
});
