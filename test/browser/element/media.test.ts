import type { OdoriPlayerElement } from '@odori/element';
import { afterEach, expect, test, vi } from 'vitest';
import {
  boardFile,
  clearPage,
  expectSilence,
  frames,
  heard,
  listen,
  place,
  showElement,
  songFile,
  walk,
} from './show-element.js';

let element: OdoriPlayerElement;

afterEach(() => {
  clearPage();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expectSilence();
});

/** Shows a board that walks a unit a second, for so long; with a song if asked for. */
async function shown(seconds = 2, song?: File): Promise<OdoriPlayerElement> {
  element = showElement({}, { model: boardFile(), motion: walk(seconds), audio: song ?? null });
  await heard(element, 'canplaythrough');
  return element;
}

test('loading tells what a video tells, once, in its order', async () => {
  element = showElement({}, { model: boardFile(), motion: walk(2) });
  const said = listen(element);
  expect([element.readyState, element.duration, element.networkState]).toEqual([0, Number.NaN, 1]);
  await heard(element, 'canplaythrough');
  await frames(2);
  expect(said).toEqual([
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
  'before it is loaded it plays as soon as it can, and says so once',
  async (song) => {
    element = showElement({}, { model: boardFile(), motion: walk(2), audio: song ?? null });
    const said = listen(element, ['play', 'waiting', 'canplay', 'playing', 'pause']);
    const promise = element.play();
    expect(element.paused).toBe(false);
    expect(element.play()).toBe(promise);
    await promise;
    await expect.poll(() => said.includes('playing')).toBe(true);
    expect(said.filter((type) => type !== 'waiting')).toEqual(['play', 'canplay', 'playing']);
    expect(said.slice(0, 2)).toEqual(['play', 'waiting']);
  },
);

test.each([undefined, songFile(2)])('sought before it is loaded it begins there', async (song) => {
  element = showElement({}, { model: boardFile(), motion: walk(2), audio: song ?? null, currentTime: 1.5 });
  expect(element.currentTime).toBe(1.5);
  expect(() => (element.currentTime = Number.NaN)).toThrow(TypeError);
  await heard(element, 'seeked');
  expect([element.currentTime, element.readyState]).toEqual([1.5, 4]);
  expect(place(element)[0]).toBeCloseTo(1.5, 5);
});

test('paused before it is loaded: AbortError, and `pause` after `play`', async () => {
  element = showElement({}, { model: boardFile() });
  const said = listen(element, ['play', 'waiting', 'pause', 'playing']);
  const promise = element.play();
  element.pause();
  await expect(promise).rejects.toMatchObject({ name: 'AbortError' });
  await heard(element, 'canplay');
  expect([said, element.paused]).toEqual([['play', 'waiting', 'pause'], true]);
});

test.each([undefined, songFile(2)])(
  'plays, seeks, pauses and ends; the dancer is where the time is',
  async (song) => {
    await shown(2, song);
    const said = listen(element, ['play', 'playing', 'pause', 'seeking', 'seeked', 'ended']);
    await element.play();
    await expect.poll(() => element.currentTime).toBeGreaterThan(0.1);
    element.pause();
    await heard(element, 'pause');
    expect(place(element)[0]).toBeCloseTo(element.currentTime, 3);
    element.currentTime = 1.5;
    await heard(element, 'seeked');
    expect(place(element)[0]).toBeCloseTo(1.5, 5);
    const last = heard(element, 'ended');
    await element.play();
    await last;
    expect([element.ended, element.paused, element.currentTime]).toEqual([true, true, 2]);
    const start = ['play', 'playing', 'pause'];
    expect(said).toEqual([...start, 'seeking', 'seeked', ...start, 'ended']);
  },
);

test.each([undefined, songFile(1)])('with `loop` it goes round, and does not end', async (song) => {
  element = showElement({ loop: '' }, { model: boardFile(), motion: walk(1), audio: song ?? null });
  await heard(element, 'canplay');
  expect([element.loop, element.player.loop]).toEqual([true, true]);
  const said = listen(element, ['ended', 'pause']);
  element.currentTime = 0.8;
  await element.play();
  await expect.poll(() => element.currentTime).toBeLessThan(0.5);
  await expect.poll(() => element.currentTime).toBeGreaterThan(0.1);
  expect([said, element.paused]).toEqual([[], false]);
  element.loop = false;
  expect([element.hasAttribute('loop'), element.player.loop]).toEqual([false, false]);
  await heard(element, 'ended');
});

test('rate, volume and mute are those of the song, and stay when it goes', async () => {
  await shown(2, songFile(2));
  const said = listen(element, ['ratechange', 'volumechange']);
  Object.assign(element, { playbackRate: 0.5, volume: 0.25, muted: true });
  await expect.poll(() => said.length).toBe(3);
  expect(said.toSorted()).toEqual(['ratechange', 'volumechange', 'volumechange']);
  element.audio = null;
  await heard(element, 'canplay');
  expect([element.playbackRate, element.volume, element.muted, element.currentSrc]).toEqual([
    0.5,
    0.25,
    true,
    '',
  ]);
  element.volume = 1;
  expect(said.filter((type) => type === 'volumechange')).toHaveLength(3);
  expect(() => (element.volume = 2)).toThrow('volume must be from 0 to 1, not 2');
  expect(() => (element.playbackRate = -1)).toThrow(RangeError);
});

test('autoplay that is refused leaves it paused and quiet, as on a video', async () => {
  const refused = new DOMException('not yet', 'NotAllowedError');
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(refused);
  element = showElement({ autoplay: '' }, { model: boardFile(), motion: walk(2), audio: songFile(2) });
  const said = listen(element, ['error', 'playing', 'play', 'pause']);
  await heard(element, 'canplaythrough');
  await frames(3);
  expect(play).toHaveBeenCalledOnce();
  expect([said, element.paused, element.error]).toEqual([[], true, null]);
  await expect(element.play()).rejects.toBe(refused);
});

test('refused after it was promised, it says that it stands still', async () => {
  const refused = new DOMException('not yet', 'NotAllowedError');
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(refused);
  element = showElement({}, { model: boardFile(), motion: walk(2), audio: songFile(2) });
  const said = listen(element, ['play', 'playing', 'pause']);
  await expect(element.play()).rejects.toBe(refused);
  expect([said, element.paused]).toEqual([['play', 'pause'], true]);
});

test('autoplay plays, once', async () => {
  element = showElement({ autoplay: '' }, { model: boardFile(), motion: walk(2) });
  const said = listen(element, ['play', 'playing']);
  await heard(element, 'playing');
  element.pause();
  element.pose = walk(1);
  await heard(element, 'canplay');
  await frames(2);
  expect([said, element.paused]).toEqual([['play', 'playing'], true]);
});

test('who moves less gets no motion that was not asked for', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('prefers-reduced-motion') }));
  element = showElement({ autoplay: '' }, { model: boardFile(), motion: walk(2) });
  await heard(element, 'canplaythrough');
  await frames(3);
  expect([element.paused, element.currentTime]).toEqual([true, 0]);
  await element.play();
  expect(element.paused).toBe(false);
});

test('a control kit outside plays, seeks and mutes it', async () => {
  await shown(2, songFile(2));
  const kit = document.createElement('media-controller');
  const button = document.createElement('media-play-button');
  kit.append(button);
  document.body.append(kit);
  element.slot = 'media';
  kit.append(element); // moved, not loaded anew
  expect(element.readyState).toBe(4);
  const ask = (type: string, detail?: unknown): unknown =>
    button.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  await expect.poll(() => kit.hasAttribute('mediapaused')).toBe(true);
  await expect.poll(() => kit.getAttribute('mediaduration')).toBe('2');
  button.click();
  await heard(element, 'playing');
  await expect.poll(() => kit.hasAttribute('mediapaused')).toBe(false);
  ask('mediaseekrequest', 1.25);
  await heard(element, 'seeked');
  expect(element.currentTime).toBeGreaterThanOrEqual(1.25);
  ask('mediamuterequest');
  await expect.poll(() => element.muted).toBe(true);
  await expect.poll(() => kit.getAttribute('mediavolumelevel')).toBe('off');
  button.click();
  await expect.poll(() => element.paused).toBe(true);
  kit.remove();
});

test('taken away and put back it is where it was, with a song, a longer one, and without', async () => {
  for (const [seconds, song] of [[2], [2, songFile(2)], [1, songFile(2)]] as const) {
    await shown(seconds, song);
    element.loop = true;
    element.currentTime = 1.25;
    await frames(2);
    element.remove();
    await Promise.resolve();
    expect([element.readyState, element.currentTime]).toEqual([0, 1.25]);
    document.body.append(element);
    await heard(element, 'canplaythrough');
    expect(element.currentTime).toBe(1.25);
    expect(place(element)[0]).toBeCloseTo(Math.min(1.25, seconds), 6);
  }
});
