import type { OdoriPlayerElement } from '@odori/element';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  boardFile,
  cameraFile,
  clearPage,
  expectSilence,
  frames,
  heard,
  listen,
  part,
  place,
  showElement,
  songFile,
  walk,
} from './show-element.js';

let element: OdoriPlayerElement;

/** One for all tests: two motions, a camera and a song, wide enough for every control. */
beforeAll(async () => {
  element = showElement(
    { controls: '', loop: '' },
    {
      model: boardFile(),
      motion: [walk(60), walk(60, -1, 'back.vmd')],
      camera: cameraFile(),
      audio: songFile(60),
    },
  );
  element.style.cssText = 'width: 620px; height: 200px';
  await heard(element, 'canplaythrough');
});

beforeEach(() => {
  Object.assign(element, { currentTime: 20, playbackRate: 1, volume: 1, muted: false });
  Object.assign(element, { cameraMode: 'motion', motionIndex: 0 });
});

afterEach(() => {
  element.pause();
  vi.restoreAllMocks();
});

afterAll(() => {
  clearPage();
  expectSilence();
});

const picture = (): HTMLElement => part(element, '.picture');
const range = (name: string): HTMLInputElement =>
  part(element, `media-${name}-range`).shadowRoot!.querySelector('input')!;
const cameraButton = (): HTMLButtonElement => part(element, '[part=camera-button]') as HTMLButtonElement;
const picker = (): HTMLSelectElement => part(element, '[part=motion-picker]') as HTMLSelectElement;

async function press(target: HTMLElement, key: string): Promise<void> {
  target.focus();
  await userEvent.keyboard(key);
}

test('all of them have a name', () => {
  const named = [
    'media-play-button',
    'media-mute-button',
    'media-playback-rate-button',
    'media-fullscreen-button',
  ];
  const names = named.map((tag) => part(element, tag).getAttribute('aria-label'));
  expect(names.slice(0, 2)).toEqual(['play', 'mute']);
  expect(names.every((name) => name)).toBe(true);
  expect(range('time').getAttribute('aria-label')).toBe('seek');
  expect(range('volume').getAttribute('aria-label')).toBe('volume');
  expect([picker(), cameraButton()].map((control) => control.getAttribute('aria-label'))).toEqual([
    'Motion',
    'Free camera',
  ]);
  expect(part(element, 'media-controller').getAttribute('aria-label')).toBe('Dance player');
});

test('the picture is an image with a text, and can be focused', () => {
  const told = (): (string | null)[] =>
    ['role', 'aria-label', 'tabindex'].map((name) => picture().getAttribute(name));
  expect(told()).toEqual(['img', 'A dancer', '0']);
  element.alt = 'She waves';
  expect(told()).toEqual(['img', 'She waves', '0']);
  element.removeAttribute('alt');
  expect(told()).toEqual(['img', 'A dancer', '0']);
});

test('the play button plays and pauses, and says which', async () => {
  const button = part(element, 'media-play-button');
  button.click();
  await heard(element, 'playing');
  await expect.poll(() => button.getAttribute('aria-label')).toBe('pause');
  button.click();
  await heard(element, 'pause');
  await expect.poll(() => button.getAttribute('aria-label')).toBe('play');
});

test('the time range shows the time, and seeks by keys', async () => {
  element.currentTime = 45;
  await expect.poll(() => Number(range('time').value)).toBeCloseTo(45 / 60, 3);
  expect(range('time').getAttribute('aria-valuetext')).toBe('45 seconds of 1 minute');
  await press(range('time'), '{ArrowRight}');
  await expect.poll(() => element.currentTime).toBeGreaterThan(45);
  expect(element.currentTime).toBeLessThan(51);
  expect(part(element, 'media-time-display').shadowRoot!.textContent).toContain('1:00');
});

test('the volume range and the mute button are those of the song', async () => {
  await press(range('volume'), '{ArrowLeft}');
  await expect.poll(() => element.volume).toBeLessThan(1);
  part(element, 'media-mute-button').click();
  await expect.poll(() => element.muted).toBe(true);
  await expect.poll(() => part(element, 'media-mute-button').getAttribute('aria-label')).toBe('unmute');
});

test('the rate button goes on to the next rate', async () => {
  part(element, 'media-playback-rate-button').click();
  await expect.poll(() => element.playbackRate).toBe(1.5);
});

test('the fullscreen button asks for the whole element, the news included', async () => {
  const ask = vi.spyOn(element, 'requestFullscreen').mockResolvedValue();
  part(element, 'media-fullscreen-button').click();
  await expect.poll(() => ask.mock.contexts).toEqual([element]);
});

test('the camera button gives the picture to the reader and takes it back', async () => {
  const said = listen(element, ['cameramodechange']);
  expect([cameraButton().hidden, cameraButton().ariaPressed]).toEqual([false, 'false']);
  cameraButton().click();
  expect([element.cameraMode, cameraButton().ariaPressed, said.length]).toEqual(['orbit', 'true', 1]);
  await press(cameraButton(), ' ');
  expect([element.cameraMode, cameraButton().ariaPressed, said.length]).toEqual(['motion', 'false', 2]);
  expect(element.paused).toBe(true);
  await press(picture(), 'c');
  expect(element.cameraMode).toBe('orbit');
});

test('the picker goes over to another motion without a jump, in pauses too', async () => {
  expect([...picker().options].map(({ text }) => text)).toEqual(['walk.vmd', 'back.vmd']);
  const said = listen(element, ['motionchange', 'canplay', 'loadstart']);
  expect(place(element)[0]).toBeCloseTo(20, 4);
  picker().selectedIndex = 1;
  picker().dispatchEvent(new Event('change'));
  expect(place(element)[0]).toBeCloseTo(20, 4);
  const between: number[] = [];
  while (place(element)[0] > -19.99) {
    await frames(1);
    between.push(place(element)[0]);
  }
  expect(between.some((x) => x > -19 && x < 19)).toBe(true);
  expect(between).toEqual(between.toSorted((a, b) => b - a));
  expect([said, element.motionIndex]).toEqual([['motionchange'], 1]);
  element.motionIndex = 7; // there is none
  expect([said, element.motionIndex]).toEqual([['motionchange'], 1]);
});

test('the picker can be used by keys, which then seek nowhere', async () => {
  await press(picker(), '{ArrowDown}');
  await expect.poll(() => element.motionIndex).toBe(1);
  expect(element.currentTime).toBe(20);
});

test('keys of the picture: play, seek, mute, rate', async () => {
  await press(picture(), ' ');
  await expect.poll(() => element.paused).toBe(false);
  await press(picture(), 'k');
  await expect.poll(() => element.paused).toBe(true);
  element.currentTime = 20;
  await press(picture(), '{ArrowRight}');
  await expect.poll(() => element.currentTime).toBe(30);
  await press(picture(), '{ArrowLeft}');
  await expect.poll(() => element.currentTime).toBe(20);
  await press(picture(), 'm');
  await expect.poll(() => element.muted).toBe(true);
  await press(picture(), '>');
  await expect.poll(() => element.playbackRate).toBeGreaterThan(1);
});

test('while the reader turns the picture, arrows turn it and seek nowhere', async () => {
  element.cameraMode = 'orbit';
  const shot = async (): Promise<string> => (await element.capture()).text();
  const before = await shot();
  await press(picture(), '{ArrowRight}{ArrowUp}+');
  expect(await shot()).not.toBe(before);
  await press(picture(), '-{ArrowDown}{ArrowLeft}');
  expect((await shot()).length).toBeCloseTo(before.length, -2);
  expect([element.currentTime, element.volume]).toEqual([20, 1]);
});

test('a click on the picture plays and pauses; one that turns it does not', async () => {
  await userEvent.click(picture());
  await expect.poll(() => element.paused).toBe(false);
  await userEvent.click(picture());
  await expect.poll(() => element.paused).toBe(true);
  const pointer = { pointerId: 1, pointerType: 'mouse', button: 0, bubbles: true };
  picture().dispatchEvent(new PointerEvent('pointerdown', { ...pointer, clientX: 90, clientY: 40 }));
  picture().dispatchEvent(new PointerEvent('pointerup', { ...pointer, clientX: 99, clientY: 40 }));
  await frames(2);
  expect(element.paused).toBe(true);
});

test('without `controls` there are none, and keys and clicks do nothing', async () => {
  element.controls = false;
  expect(part(element, 'media-control-bar').checkVisibility()).toBe(false);
  await press(picture(), 'k');
  await userEvent.click(picture());
  await frames(2);
  expect([element.paused, element.cameraMode]).toEqual([true, 'motion']);
  element.controls = true;
  expect(part(element, 'media-control-bar').checkVisibility()).toBe(true);
});

test('of one motion there is no picker, without a camera track no camera button', async () => {
  Object.assign(element, { motion: walk(60), camera: null });
  await heard(element, 'canplay');
  expect([picker().hidden, cameraButton().hidden, element.cameraMode]).toEqual([true, true, 'orbit']);
});
