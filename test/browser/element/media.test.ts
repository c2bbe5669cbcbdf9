import type { OdoriPlayerElement } from '@odori/element';
import { afterEach, expect, test, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { frames } from '#test/support/frames.js';
import { drawNothing } from '#test/support/open-page.js';
import {
  boardFile,
  clearPage,
  nextEvent,
  collectEvents,
  centerPosition,
  showElement,
  songFile,
  walk,
} from './show-element.js';

expectCleanConsole();
drawNothing();

let element: OdoriPlayerElement;

afterEach(() => {
  clearPage();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Shows a board that moves one unit per second, with an optional song. */
async function shown(seconds = 2, song?: File): Promise<OdoriPlayerElement> {
  element = showElement({}, { model: boardFile(), motion: walk(seconds), audio: song ?? null });
  await nextEvent(element, 'canplaythrough');
  return element;
}

test('loading dispatches the events of a video, once and in order', async () => {
  element = showElement({}, { model: boardFile(), motion: walk(2) });
  const events = collectEvents(element);
  expect([element.readyState, element.duration, element.networkState]).toEqual([0, Number.NaN, 1]);
  await nextEvent(element, 'canplaythrough');
  await frames(2);
  expect(events).toEqual([
    'loadstart',
    'cameramodechange',
    'durationchange',
    'loadedmetadata',
    'loadeddata',
    'canplay',
    'canplaythrough',
  ]);
  expect([element.readyState, element.duration, element.networkState, element.error]).toEqual([
    4,
    2,
    1,
    null,
  ]);
  expect([element.paused, element.ended, element.seeking, element.currentTime]).toEqual([
    true,
    false,
    false,
    0,
  ]);
  expect([element.seekable.length, element.seekable.start(0), element.seekable.end(0)]).toEqual([1, 0, 2]);
});

test.each([undefined, songFile(2)])(
  'play() before loading starts playback when everything is loaded, with one `play` event (song: %s)',
  async (song) => {
    element = showElement({}, { model: boardFile(), motion: walk(2), audio: song ?? null });
    const events = collectEvents(element, ['play', 'waiting', 'canplay', 'playing', 'pause']);
    const promise = element.play();
    expect(element.paused).toBe(false);
    expect(element.play()).toBe(promise);
    await promise;
    await expect.poll(() => events.includes('playing')).toBe(true);
    expect(events.filter((type) => type !== 'waiting')).toEqual(['play', 'canplay', 'playing']);
    expect(events.slice(0, 2)).toEqual(['play', 'waiting']);
  },
);

test.each([undefined, songFile(2)])(
  'currentTime set before loading is where playback starts (song: %s)',
  async (song) => {
    element = showElement({}, { model: boardFile(), motion: walk(2), audio: song ?? null, currentTime: 1.5 });
    expect(element.currentTime).toBe(1.5);
    expect(() => (element.currentTime = Number.NaN)).toThrow(TypeError);
    await nextEvent(element, 'seeked');
    expect(element.currentTime).toBe(1.5);
    await nextEvent(element, 'canplaythrough');
    expect([element.currentTime, element.readyState]).toEqual([1.5, 4]);
    expect(centerPosition(element)[0]).toBeCloseTo(1.5, 5);
  },
);

test('pause() before loading rejects play() with AbortError, and dispatches `pause` after `play`', async () => {
  element = showElement({}, { model: boardFile() });
  const events = collectEvents(element, ['play', 'waiting', 'pause', 'playing']);
  const promise = element.play();
  element.pause();
  await expect(promise).rejects.toMatchObject({ name: 'AbortError' });
  await nextEvent(element, 'canplay');
  expect([events, element.paused]).toEqual([['play', 'waiting', 'pause'], true]);
});

test.each([undefined, songFile(2)])(
  'the model follows the time while playing, seeking, pausing and ending (song: %s)',
  async (song) => {
    await shown(2, song);
    const events = collectEvents(element, ['play', 'playing', 'pause', 'seeking', 'seeked', 'ended']);
    await element.play();
    await expect.poll(() => element.currentTime).toBeGreaterThan(0.1);
    element.pause();
    await nextEvent(element, 'pause');
    expect(centerPosition(element)[0]).toBeCloseTo(element.currentTime, 3);
    element.currentTime = 1.5;
    await nextEvent(element, 'seeked');
    expect(centerPosition(element)[0]).toBeCloseTo(1.5, 5);
    const last = nextEvent(element, 'ended');
    await element.play();
    await last;
    expect([element.ended, element.paused, element.currentTime]).toEqual([true, true, 2]);
    const start = ['play', 'playing', 'pause'];
    expect(events).toEqual([...start, 'seeking', 'seeked', ...start, 'ended']);
  },
);

test.each([undefined, songFile(1)])(
  'with `loop`, playback starts again and does not end (song: %s)',
  async (song) => {
    element = showElement({ loop: '' }, { model: boardFile(), motion: walk(1), audio: song ?? null });
    await nextEvent(element, 'canplay');
    expect([element.loop, element.player.loop]).toEqual([true, true]);
    const events = collectEvents(element, ['ended', 'pause']);
    element.currentTime = 0.8;
    await element.play();
    await expect.poll(() => element.currentTime).toBeLessThan(0.5);
    await expect.poll(() => element.currentTime).toBeGreaterThan(0.1);
    expect([events, element.paused]).toEqual([[], false]);
    element.loop = false;
    expect([element.hasAttribute('loop'), element.player.loop]).toEqual([false, false]);
    await nextEvent(element, 'ended');
  },
);

test('rate, volume and muted apply to the song, and stay when it is removed', async () => {
  await shown(2, songFile(2));
  const events = collectEvents(element, ['ratechange', 'volumechange']);
  Object.assign(element, { playbackRate: 0.5, volume: 0.25, muted: true });
  await expect.poll(() => events.length).toBe(3);
  expect(events.toSorted()).toEqual(['ratechange', 'volumechange', 'volumechange']);
  element.audio = null;
  await nextEvent(element, 'canplay');
  expect([element.playbackRate, element.volume, element.muted, element.currentSrc]).toEqual([
    0.5,
    0.25,
    true,
    '',
  ]);
  element.volume = 1;
  expect(events.filter((type) => type === 'volumechange')).toHaveLength(3);
  expect(() => (element.volume = 2)).toThrow('volume must be from 0 to 1, not 2');
  expect(() => (element.playbackRate = -1)).toThrow(RangeError);
});

test('autoplay that the browser refuses leaves the element paused without an error, as on a video', async () => {
  const refused = new DOMException('not yet', 'NotAllowedError');
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(refused);
  element = showElement({ autoplay: '' }, { model: boardFile(), motion: walk(2), audio: songFile(2) });
  const events = collectEvents(element, ['error', 'playing', 'play', 'pause']);
  await nextEvent(element, 'canplaythrough');
  await frames(3);
  expect(play).toHaveBeenCalledOnce();
  expect([events, element.paused, element.error]).toEqual([[], true, null]);
  await expect(element.play()).rejects.toBe(refused);
});

test('play() before loading that the browser refuses dispatches `pause`', async () => {
  const refused = new DOMException('not yet', 'NotAllowedError');
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(refused);
  element = showElement({}, { model: boardFile(), motion: walk(2), audio: songFile(2) });
  const events = collectEvents(element, ['play', 'playing', 'pause']);
  await expect(element.play()).rejects.toBe(refused);
  expect([events, element.paused]).toEqual([['play', 'pause'], true]);
});

test('autoplay starts playback once', async () => {
  element = showElement({ autoplay: '' }, { model: boardFile(), motion: walk(2) });
  const events = collectEvents(element, ['play', 'playing']);
  await nextEvent(element, 'playing');
  element.pause();
  element.pose = walk(1);
  await nextEvent(element, 'canplay');
  await frames(2);
  expect([events, element.paused]).toEqual([['play', 'playing'], true]);
});

test('autoplay has no effect under prefers-reduced-motion; play() does', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('prefers-reduced-motion') }));
  element = showElement({ autoplay: '' }, { model: boardFile(), motion: walk(2) });
  await nextEvent(element, 'canplaythrough');
  await frames(3);
  expect([element.paused, element.currentTime]).toEqual([true, 0]);
  await element.play();
  expect(element.paused).toBe(false);
});

test('a media-controller around the element plays, seeks and mutes it', async () => {
  await shown(2, songFile(2));
  const kit = document.createElement('media-controller');
  const button = document.createElement('media-play-button');
  kit.append(button);
  document.body.append(kit);
  element.slot = 'media';
  kit.append(element); // moved, not loaded again
  expect(element.readyState).toBe(4);
  const ask = (type: string, detail?: unknown): unknown =>
    button.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  await expect.poll(() => kit.hasAttribute('mediapaused')).toBe(true);
  await expect.poll(() => kit.getAttribute('mediaduration')).toBe('2');
  button.click();
  await nextEvent(element, 'playing');
  await expect.poll(() => kit.hasAttribute('mediapaused')).toBe(false);
  ask('mediaseekrequest', 1.25);
  await nextEvent(element, 'seeked');
  expect(element.currentTime).toBeGreaterThanOrEqual(1.25);
  ask('mediamuterequest');
  await expect.poll(() => element.muted).toBe(true);
  await expect.poll(() => kit.getAttribute('mediavolumelevel')).toBe('off');
  button.click();
  await expect.poll(() => element.paused).toBe(true);
  kit.remove();
});

test('an element that is removed and added again keeps its time, with and without a song, also a longer one', async () => {
  for (const [seconds, song] of [[2], [2, songFile(2)], [1, songFile(2)]] as const) {
    await shown(seconds, song);
    element.loop = true;
    element.currentTime = 1.25;
    await frames(2);
    element.remove();
    await Promise.resolve();
    expect([element.readyState, element.currentTime]).toEqual([0, 1.25]);
    document.body.append(element);
    await nextEvent(element, 'canplaythrough');
    expect(element.currentTime).toBe(1.25);
    expect(centerPosition(element)[0]).toBeCloseTo(Math.min(1.25, seconds), 6);
  }
});

test('a call of `play` waits for the model although other inputs are loaded', async () => {
  element = showElement({}, { motion: walk(2) });
  const playing = element.play();
  const events = collectEvents(element, ['loadstart', 'pause', 'emptied', 'canplay', 'playing']);
  await expect.poll(() => element.loadedMotion?.duration).toBe(2);
  await frames(2);
  expect([element.paused, element.readyState]).toEqual([false, 0]);
  element.model = boardFile();
  await playing;
  await expect.poll(() => events).toEqual(['loadstart', 'loadstart', 'canplay', 'playing']);
});

test('another model goes on at the same time, without `emptied`', async () => {
  await shown(60);
  await element.play();
  element.currentTime = 20;
  const events = collectEvents(element, ['emptied', 'pause', 'seeking', 'canplay']);
  element.model = boardFile('other.pmx');
  await nextEvent(element, 'canplay');
  expect([events.includes('emptied'), events.includes('pause'), element.paused]).toEqual([
    false,
    false,
    false,
  ]);
  expect(element.currentTime).toBeGreaterThanOrEqual(20);
  expect(centerPosition(element)[0]).toBeCloseTo(element.currentTime, 3);
});

test('a model that is removed dispatches `emptied` and takes the time to 0, also of the next model', async () => {
  await shown(60);
  element.currentTime = 20;
  await nextEvent(element, 'seeked');
  element.model = null;
  await nextEvent(element, 'emptied');
  expect([element.currentTime, element.readyState, element.duration]).toEqual([0, 0, Number.NaN]);
  element.model = boardFile();
  await nextEvent(element, 'canplay');
  expect([element.currentTime, centerPosition(element)[0]]).toEqual([0, 0]);
});

test('a model that cannot be loaded keeps the time for the next one', async () => {
  await shown(60);
  element.currentTime = 20;
  await nextEvent(element, 'seeked');
  element.model = new File(['no'], 'no.pmx');
  await nextEvent(element, 'error');
  expect(element.currentTime).toBe(20);
  element.model = boardFile();
  await nextEvent(element, 'canplay');
  await frames(1);
  expect([element.currentTime, centerPosition(element)[0]]).toEqual([20, 20]);
});

test('numbers may be given as text, as to a video; other text is a TypeError', async () => {
  const set = (name: 'currentTime' | 'playbackRate' | 'volume', value: string): unknown =>
    Reflect.set(element, name, value);
  element = showElement({}, { model: boardFile(), motion: walk(3) });
  set('currentTime', '1.5');
  expect(element.currentTime).toBe(1.5);
  await nextEvent(element, 'seeked');
  set('currentTime', '2');
  set('playbackRate', '0.5');
  set('volume', '0.25');
  expect([element.currentTime, element.playbackRate, element.volume]).toEqual([2, 0.5, 0.25]);
  expect(() => set('currentTime', 'x')).toThrow(TypeError);
  expect(element.currentTime).toBe(2);
});
