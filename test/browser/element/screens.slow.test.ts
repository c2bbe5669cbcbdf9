import type { OdoriPlayerElement, RendererName } from '@odori/element';
import { Color, Group } from 'three';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import { frames } from '#test/support/frames.js';
import { expectColor } from '#test/support/model-picture.js';
import {
  boardFile,
  cameraFile,
  clearPage,
  nextEvent,
  revokeUrls,
  showElement,
  urlOf,
  walk,
} from './show-element.js';

expectCleanConsole();

const RED = [200, 40, 10];
/** 160 × 90 pixels of which the board has 56 × 56 in the middle. */
const SIZE = { width: 160, height: 90, fps: 10 };
const ON_BOARD = [60, 25] as const; // shows what is beside the board

beforeAll(() => import('@odori/element/webgpu'));

afterEach(() => {
  clearPage();
  revokeUrls();
});

/** {@link ON_BOARD} on the screen that the screen shows. */
const IN_SCREEN = [73, 31] as const;

/** A board that is a screen, and has been drawn several times. */
async function showScreen(
  renderer: RendererName,
  background: Color | null = null,
): Promise<OdoriPlayerElement> {
  const element = showElement(
    { renderer },
    {
      model: boardFile('board.pmx', 'screen.bmp'),
      motion: walk(4, 0),
      camera: cameraFile(),
      stage: { root: new Group(), background },
    },
  );
  await nextEvent(element, 'canplaythrough');
  for (let i = 0; i < 3; i++) {
    element.currentTime = 0.5 * i; // draws
    await frames(2);
  }
  return element;
}

async function capture(element: OdoriPlayerElement, background?: string): Promise<Uint8ClampedArray> {
  return pixelsOf(await loadImage(urlOf(await element.capture({ background }))));
}

function pixelAt(pixels: Uint8ClampedArray, [x, y]: readonly [number, number]): number[] {
  const start = 4 * (SIZE.width * y + x);
  return [...pixels.subarray(start, start + 3)];
}

/** A pixel on the board. */
function pixelOf(video: HTMLVideoElement): number[] {
  const context = new OffscreenCanvas(SIZE.width, SIZE.height).getContext('2d')!;
  context.drawImage(video, 0, 0);
  return [...context.getImageData(...ON_BOARD, 1, 1).data];
}

describe.each(['webgl', 'webgpu'] as const)('%s', (renderer) => {
  test('a model with the texture screen.bmp shows the last picture, under its light', async () => {
    const element = await showScreen(renderer, new Color(`rgb(${RED.join()})`));
    const pixels = await capture(element);
    expect(pixelAt(pixels, [2, 2])).toEqual(RED);
    expect(element.activeRenderer).toBe(renderer);
    const [r, g, b] = pixelAt(pixels, ON_BOARD);
    expect(r).toBeGreaterThan(150);
    expect([g / r, b / r]).toEqual([expect.closeTo(40 / 200, 1), expect.closeTo(10 / 200, 1)]);
  });

  test('a capture is not a picture that screens show afterwards', async () => {
    const element = await showScreen(renderer);
    for (const background of ['lime', 'blue', 'red']) {
      const pixels = await capture(element, background);
      for (const place of [ON_BOARD, IN_SCREEN]) {
        // what is transparent in the page is white
        expect(Math.min(...pixelAt(pixels, place))).toBeGreaterThan(150);
      }
      await frames(2);
    }
  });

  test('a film’s screens show nothing of what was shown before the film', async () => {
    const element = await showScreen(renderer);
    for (let take = 0; take < 2; take++) {
      const background = `rgb(${RED.join()})`; // live, it is white
      const film = await element.record({ ...SIZE, range: { start: 1, end: 1.3 }, background });
      const video = document.createElement('video');
      video.src = urlOf(film);
      await nextEvent(video, 'loadeddata');
      for (const frame of [0, 1, 2]) {
        const sought = nextEvent(video, 'seeked');
        video.currentTime = (frame + 0.5) / SIZE.fps;
        await sought;
        await expect.poll(() => pixelOf(video)[3]).toBe(255); // the decoder is late at first
        expectColor(pixelOf(video), RED, 20);
      }
    }
  });
});
