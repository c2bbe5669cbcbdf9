import type { OdoriPlayerElement } from '@odori/element';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import { frames } from '#test/support/frames.js';
import {
  boardFile,
  cameraFile,
  clearPage,
  nextEvent,
  part,
  problemTexts,
  revokeUrls,
  showElement,
  urlOf,
  walk,
} from './show-element.js';

expectCleanConsole(); // Chromium warns when it takes a context away

/** More than the 16 contexts that Chromium allows a page. */
const COUNT = 20;

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue(); // three.js logs each context that is lost or restored
});

afterEach(() => {
  vi.restoreAllMocks();
  clearPage();
  revokeUrls();
  scrollTo(0, 0);
});

const isLost = (element: OdoriPlayerElement): boolean =>
  (part(element, 'canvas') as HTMLCanvasElement).getContext('webgl2')!.isContextLost();

/** Is the board, which is white, in the middle of a captured picture? */
async function showsBoard(element: OdoriPlayerElement): Promise<boolean> {
  const pixels = pixelsOf(await loadImage(urlOf(await element.capture())));
  const middle = 4 * ((90 * devicePixelRatio * 160 * devicePixelRatio) / 2 + 80 * devicePixelRatio);
  return pixels[middle] > 250 && pixels[middle + 3] > 250;
}

/** Adds players that lie one below the other, most of them out of sight. */
async function showPlayers(): Promise<OdoriPlayerElement[]> {
  const inputs = { model: boardFile(), motion: walk(2, 0), camera: cameraFile() };
  const elements = Array.from({ length: COUNT }, () => showElement({}, inputs));
  await Promise.all(elements.map((element) => nextEvent(element, 'canplaythrough')));
  await frames(4);
  return elements;
}

test(`of ${COUNT} players, those in sight show their picture, and the page keeps at most 8 WebGL contexts`, async () => {
  const elements = await showPlayers();
  expect(elements.filter((element) => !isLost(element)).length).toBeLessThanOrEqual(8);
  expect(isLost(elements[0])).toBe(false);
  for (const element of [...elements, ...elements.toReversed()]) {
    element.scrollIntoView({ block: 'center' });
    await expect.poll(() => isLost(element)).toBe(false);
    expect(problemTexts(element)).toEqual([]);
  }
  await frames(4);
  expect(elements.filter((element) => !isLost(element)).length).toBeLessThanOrEqual(8);
  expect(await showsBoard(elements[0])).toBe(true);
});

test('a player out of sight whose WebGL context was given back can be captured', async () => {
  const elements = await showPlayers();
  const far = elements.findLast(isLost)!;
  expect(await showsBoard(far)).toBe(true);
  const gone = elements.findLast(isLost)!;
  const captured = gone.capture();
  gone.remove();
  await expect(captured).rejects.toMatchObject({ name: 'AbortError' });
});
