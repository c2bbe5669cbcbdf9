import type { OdoriPlayerElement, StageView } from '@odori/element';
import { Group, type Scene, Vector3 } from 'three';
import { afterEach, expect, test } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { Headset, nextEyes, pressTrigger } from '#test/support/headset.js';
import { drawNothing, setDrawing } from '#test/support/open-page.js';
import {
  boardFile,
  cameraFile,
  clearPage,
  nextEvent,
  part,
  problemTexts,
  showElement,
  walk,
} from './show-element.js';

expectCleanConsole();
drawNothing();

let headset: Headset | undefined;

afterEach(async () => {
  clearPage();
  await headset?.remove();
  headset = undefined;
});

/** A white board of 20 × 20 units, which hides the floor behind it; the page is blue. */
async function showBoard(attributes: Record<string, string> = {}): Promise<OdoriPlayerElement> {
  const element = showElement(
    { xr: '', controls: '', loop: '', look: 'plain', ...attributes },
    { model: boardFile(), motion: walk(60, 0), camera: cameraFile() },
  );
  element.style.background = 'rgb(0 0 255)';
  await nextEvent(element, 'canplaythrough');
  return element;
}

function offered(element: OdoriPlayerElement): string[] {
  const buttons = [...element.shadowRoot!.querySelectorAll('[part=vr-button], [part=ar-button]')];
  return buttons.map((button) => button.getAttribute('aria-label')!);
}

/** Enters VR or AR by its button, which also leaves it. */
async function enter(element: OdoriPlayerElement, mode: 'vr' | 'ar'): Promise<HTMLElement> {
  await expect.poll(() => offered(element)).not.toEqual([]);
  const button = part(element, `[part=${mode}-button]`);
  button.click();
  await expect.poll(() => button.ariaPressed).toBe('true');
  return button;
}

function sceneOf(element: OdoriPlayerElement): Scene {
  return element.loadedModel!.root.parent as Scene;
}

/** Counts the pixels that are exactly of a color. */
function count(pixels: Uint8Array, color: readonly number[]): number {
  let found = 0;
  for (let i = 0; i < pixels.length; i += 4)
    if (color.every((channel, k) => pixels[i + k] === channel)) found++;
  return found;
}

test('offers what the device can do, as long as the attribute says so', async () => {
  headset = new Headset({ supportedSessionModes: ['inline', 'immersive-vr'] as never });
  const element = await showBoard();
  await expect.poll(() => offered(element)).toEqual(['View in VR']);
  element.xr = false;
  expect(element.hasAttribute('xr')).toBe(false);
  expect(offered(element)).toEqual([]);
  await headset.remove();
  headset = new Headset();
  element.xr = true;
  await expect.poll(() => offered(element)).toEqual(['View in VR', 'View in AR']);
});

test.each([300, 360, 600])(
  'with %i pixels, the bar keeps two rows with all its buttons and a motion picker to read',
  async (width) => {
    headset = new Headset();
    const element = await showBoard();
    element.motion = [walk(60, 0), walk(60, 1, 'second dance.vmd')];
    element.style.width = `${width}px`;
    element.style.height = '200px';
    await nextEvent(element, 'canplaythrough');
    await element.play();
    await expect.poll(() => offered(element)).toHaveLength(2);
    const bar = part(element, 'media-control-bar');
    await expect.poll(() => bar.offsetWidth).toBe(width);
    expect(bar.offsetHeight).toBe(18 + 44);
    const { left, right } = bar.getBoundingClientRect();
    const buttons = 'motion-picker camera-button vr-button ar-button'
      .split(' ')
      .map((name) => `[part=${name}]`);
    for (const name of ['media-play-button', 'media-mute-button', ...buttons, 'media-fullscreen-button']) {
      const box = part(element, name).getBoundingClientRect();
      expect(box.width, name).toBeGreaterThanOrEqual(36);
      expect(box.left, name).toBeGreaterThanOrEqual(left);
      expect(box.right, name).toBeLessThanOrEqual(right);
    }
    // its arrow takes 25 of them
    const readable = width < 320 ? 44 : 64;
    expect(part(element, '[part=motion-picker]').offsetWidth).toBeGreaterThanOrEqual(readable);
  },
);

test('shows both eyes the model before the viewer, and gives the page its picture back', async () => {
  setDrawing(window, true);
  headset = new Headset();
  const element = await showBoard();
  const canvas = part(element, 'canvas') as HTMLCanvasElement;
  const before = [canvas.width, canvas.height, canvas.parentElement, element.cameraMode];
  const heads: Vector3[] = [];
  const look = ({ camera }: StageView): void =>
    void heads.push(new Vector3().setFromMatrixPosition(camera.matrixWorld));
  const button = await enter(element, 'vr');
  expect(element.paused).toBe(false); // no bar is at hand in a headset
  const eyes = await nextEyes(sceneOf(element));
  expect(eyes.map(({ width, height }) => [width, height])).toEqual([
    [innerWidth / 2, innerHeight],
    [innerWidth / 2, innerHeight],
  ]);
  for (const { seen, single } of eyes) {
    expect(seen).toEqual(single);
    // 20 of 50 units in height: fov 90° at a distance of 25; the floor hides nothing of it
    expect(count(seen, [255, 255, 255, 255])).toBeGreaterThan(0.95 * (0.4 * innerHeight) ** 2);
    expect(count(seen, [0, 0, 255, 255])).toBeGreaterThan(0.3 * seen.length * 0.25);
  }
  // 63 mm apart, 1.6 m above the floor, 2 m before her; a unit is 8 cm
  const places = eyes.map(({ camera }) => new Vector3().setFromMatrixPosition(camera.matrixWorld));
  expect(places[0].distanceTo(new Vector3(-0.39375, 20, 25))).toBeLessThan(1e-4);
  expect(places[1].distanceTo(new Vector3(0.39375, 20, 25))).toBeLessThan(1e-4);
  element.stage = { root: new Group(), update: look };
  await expect.poll(() => heads.length).toBeGreaterThan(0);
  expect(heads[0].distanceTo(new Vector3(0, 20, 25))).toBeLessThan(1e-4);
  await expect(element.capture()).rejects.toThrow('WebXR shows the picture now');
  await expect(element.record()).rejects.toThrow('WebXR shows the picture now');
  button.click();
  await expect.poll(() => button.ariaPressed).toBe('false');
  expect([canvas.width, canvas.height, canvas.parentElement, element.cameraMode]).toEqual(before);
  expect([element.paused, element.loop, element.controls, headset.session]).toEqual([
    false,
    true,
    true,
    undefined,
  ]);
  heads.length = 0;
  await expect.poll(() => heads.length).toBeGreaterThan(0);
  expect(heads[0].toArray()).toEqual([0, 10, 60]); // the motion's camera
});

test('in AR, the surrounding is seen behind her, and through the floor', async () => {
  setDrawing(window, true);
  headset = new Headset();
  const element = await showBoard();
  await enter(element, 'ar');
  const [{ seen }] = await nextEyes(sceneOf(element));
  expect(count(seen, [0, 0, 0, 0])).toBeGreaterThan(0.5 * seen.length * 0.25);
  expect(count(seen, [255, 255, 255, 255])).toBeGreaterThan(0.95 * (0.4 * innerHeight) ** 2);
});

test('a controller puts her onto the floor, and its thumbstick turns and sizes her', async () => {
  headset = new Headset();
  const element = await showBoard();
  await enter(element, 'vr');
  const head = async (): Promise<Vector3> => {
    const eyes = await nextEyes(sceneOf(element));
    const [left, right] = eyes.map(({ camera }) => new Vector3().setFromMatrixPosition(camera.matrixWorld));
    return left.add(right).divideScalar(2);
  };
  expect((await head()).distanceTo(new Vector3(0, 20, 25))).toBeLessThan(1e-4);
  const { right } = headset.device.controllers;
  right!.position.set(1, 1, 0);
  // 45° down: it meets the floor at (1, 0, −1)
  right!.quaternion.set(-Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8));
  await pressTrigger(right!, () => head());
  expect((await head()).distanceTo(new Vector3(-12.5, 20, 12.5))).toBeLessThan(1e-3);
  right!.updateAxes('thumbstick', 1, 0);
  // she turns about her feet
  await expect.poll(async () => Math.abs((await head()).x)).toBeLessThan(5);
  right!.updateAxes('thumbstick', 0, 0);
  const turned = await head();
  expect(turned.y).toBeCloseTo(20, 4);
  expect(Math.hypot(turned.x, turned.z)).toBeCloseTo(12.5 * Math.SQRT2, 3);
  right!.updateAxes('thumbstick', 0, -1);
  // she grows: the viewer is fewer units tall
  await expect.poll(async () => (await head()).y).toBeLessThan(15);
});

test('a device that refuses is said to do so, and the page goes on', async () => {
  headset = new Headset({ supportedFeatures: ['viewer'] });
  const element = await showBoard();
  await expect.poll(() => offered(element)).not.toEqual([]);
  part(element, '[part=vr-button]').click();
  await expect
    .poll(() => problemTexts(element))
    .toEqual(['VR did not start: One or more required features are not supported by the device.']);
  expect([element.paused, part(element, '[part=vr-button]').ariaPressed]).toEqual([true, 'false']);
  const request = navigator.xr!.requestSession.bind(navigator.xr);
  navigator.xr!.requestSession = () => Promise.reject(new DOMException('no gesture', 'SecurityError'));
  part(element, '[part=ar-button]').click();
  await expect.poll(() => problemTexts(element)).toEqual(['The browser did not allow AR.']);
  navigator.xr!.requestSession = request;
});

test('a player that leaves the page ends its session', async () => {
  headset = new Headset();
  const element = await showBoard();
  await enter(element, 'vr');
  element.remove();
  await expect.poll(() => headset!.session).toBeUndefined();
});
