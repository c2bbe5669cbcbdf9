import type { StageView } from '@odori/element';
import { OdoriPlayerElement } from '@odori/element/define';
import '@odori/element/webgpu';
import { loadModel } from '@odori/model';
import { Group } from 'three';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import { frames } from '#test/support/frames.js';
import { smallVrm } from '#test/vrm/small-vrm.js';
import {
  boardFile,
  cameraFile,
  clearPage,
  collectEvents,
  nextEvent,
  problemTexts,
  revokeUrls,
  showElement,
  urlOf,
  walk,
} from './show-element.js';

expectCleanConsole();

afterEach(() => {
  clearPage();
  vi.restoreAllMocks();
});
afterAll(revokeUrls);

const INPUTS = { model: boardFile(), motion: walk(60), camera: cameraFile() };

/** What draws, and why it is not what was wanted. */
function rendererOf({ activeRenderer, fallbackReason }: OdoriPlayerElement): readonly unknown[] {
  return [activeRenderer, fallbackReason];
}

/** The pixels of the picture: red, green, blue, alpha. */
async function picture(element: OdoriPlayerElement): Promise<Uint8ClampedArray> {
  return pixelsOf(await loadImage(urlOf(await element.capture())));
}

/**
 * How many pixels look different on black: by more than `limit` of 255. Colors of pixels with a low alpha are
 * inexact.
 */
function countOver(limit: number, a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  const differs = (i: number): boolean =>
    [0, 1, 2].some(
      (channel) => Math.abs(a[i + channel] * a[i + 3] - b[i + channel] * b[i + 3]) > limit * 255,
    ) || Math.abs(a[i + 3] - b[i + 3]) > limit;
  let count = 0;
  for (let i = 0; i < a.length; i += 4) if (differs(i)) count++;
  return count;
}

test('WebGLRenderer draws at once, and an event says so', async () => {
  const element = new OdoriPlayerElement();
  const events = collectEvents(element, ['rendererchange']);
  document.body.append(element);
  expect([events, element.renderer, ...rendererOf(element)]).toEqual([
    ['rendererchange'],
    'webgl',
    'webgl',
    '',
  ]);
  element.remove();
  await Promise.resolve();
  expect(rendererOf(element)).toEqual([null, '']);
});

test.each(['floor', 'grid', 'none'])(
  'WebGPURenderer draws the same picture, with the stage %s',
  async (stage) => {
    const pictures: Uint8ClampedArray[] = [];
    for (const renderer of ['webgl', 'webgpu'] as const) {
      const element = showElement({ stage, renderer }, INPUTS);
      await nextEvent(element, 'canplaythrough');
      element.currentTime = 1.5;
      expect(element.activeRenderer).toBe(renderer);
      pictures.push(await picture(element));
    }
    const [webgl, webgpu] = pictures;
    const pixels = webgl.length / 4;
    expect(new Set(webgl).size).toBeGreaterThan(2);
    expect(countOver(1, webgl, webgpu) / pixels).toBeLessThan(0.01);
    expect(countOver(4, webgl, webgpu) / pixels).toBeLessThan(0.001);
  },
);

test('the renderer changes while the dance plays, which goes on at its time', async () => {
  const element = showElement({}, INPUTS);
  await nextEvent(element, 'canplaythrough');
  element.currentTime = 20;
  await element.play();
  const changed = nextEvent(element, 'rendererchange');
  element.renderer = 'webgpu';
  expect([element.getAttribute('renderer'), element.activeRenderer]).toEqual(['webgpu', null]);
  await changed;
  expect(rendererOf(element)).toEqual(['webgpu', '']);
  await nextEvent(element, 'playing');
  expect(element.currentTime).toBeGreaterThanOrEqual(20);
  expect(element.currentTime).toBeLessThan(25);
  expect(element.paused).toBe(false);
});

test('a film on WebGPU shows each frame', async () => {
  const element = showElement({ renderer: 'webgpu' }, INPUTS);
  await nextEvent(element, 'canplaythrough');
  const film = await element.record({ width: 64, height: 64, fps: 30, range: { start: 0, end: 0.2 } });
  expect(film.size).toBeGreaterThan(500);
});

test('without WebGPU, WebGLRenderer draws, and the event says why', async () => {
  vi.spyOn(navigator.gpu, 'requestAdapter').mockResolvedValue(null);
  const element = showElement({ renderer: 'webgpu' }, INPUTS);
  await nextEvent(element, 'canplaythrough');
  expect([element.renderer, ...rendererOf(element)]).toEqual([
    'webgpu',
    'webgl',
    'this browser offers no WebGPU',
  ]);
});

test('when the browser resets WebGPU, WebGLRenderer goes on at the same time', async () => {
  const element = showElement({ renderer: 'webgpu' }, INPUTS);
  await nextEvent(element, 'canplaythrough');
  element.currentTime = 10;
  const changed = nextEvent(element, 'rendererchange');
  const lose = await new Promise<() => void>((resolve) => {
    element.stage = {
      root: new Group(),
      update: ({ renderer }: StageView) => {
        if (!('onDeviceLost' in renderer)) return;
        const { onDeviceLost } = renderer;
        const info = { api: 'WebGPU', message: 'a test', reason: null, originalEvent: null } as const;
        resolve(() => onDeviceLost.call(renderer, info));
      },
    };
  });
  await frames(1);
  lose();
  await changed;
  expect(rendererOf(element)).toEqual(['webgl', 'the browser has reset WebGPU (a test)']);
  await nextEvent(element, 'canplaythrough');
  expect([element.currentTime, element.paused]).toEqual([10, true]);
});

test('a VRM avatar is drawn by WebGLRenderer', async () => {
  const avatar = new File([Uint8Array.from(smallVrm())], 'avatar.vrm');
  const element = showElement({ renderer: 'webgpu' }, { model: avatar });
  const drawing: unknown[] = [];
  element.addEventListener('rendererchange', () => drawing.push(element.activeRenderer));
  await nextEvent(element, 'canplaythrough');
  expect(drawing).toEqual(['webgpu', 'webgl']);
  expect(element.fallbackReason).toContain('three-vrm');
  expect(element.loadedModel).toHaveProperty('vrm');
});

test('a model that was made for the other renderer is refused with a sentence', async () => {
  const model = await loadModel(boardFile());
  const element = showElement({ renderer: 'webgpu' }, { model });
  await nextEvent(element, 'error');
  expect(problemTexts(element).join()).toContain('import the same names from @odori/model');
  model.dispose();
});

test('an element that is removed while WebGPU starts stays empty, and starts again when it is put back', async () => {
  const element = showElement({ renderer: 'webgpu' }, INPUTS);
  element.remove();
  await frames(20);
  expect(element.activeRenderer).toBeNull();
  document.body.append(element);
  await nextEvent(element, 'rendererchange');
  expect(element.activeRenderer).toBe('webgpu');
});
