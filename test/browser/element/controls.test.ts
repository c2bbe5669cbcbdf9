import type { OdoriPlayerElement } from '@odori/element';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { frames } from '#test/support/frames.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { drawNothing, setDrawing } from '#test/support/open-page.js';
import {
  boardFile,
  cameraFile,
  clearPage,
  motionFile,
  nextEvent,
  collectEvents,
  part,
  centerPosition,
  showElement,
  songFile,
  walk,
} from './show-element.js';

expectCleanConsole();
drawNothing();

let element: OdoriPlayerElement;

/** One element for all tests: two motions, a camera and a song, wide enough for every control. */
beforeAll(async () => {
  element = showElement(
    { controls: '', loop: '', stage: 'none' },
    {
      model: boardFile(),
      motion: [walk(60), walk(60, -1, 'back.vmd')],
      camera: cameraFile(),
      audio: songFile(60),
    },
  );
  element.style.cssText = 'width: 620px; height: 200px';
  await nextEvent(element, 'canplaythrough');
  await vi.waitUntil(() => element.shadowRoot!.querySelector('media-play-button'), { timeout: 60_000 });
});

beforeEach(() => {
  Object.assign(element, { currentTime: 20, playbackRate: 1, volume: 1, muted: false });
  Object.assign(element, { cameraMode: 'motion', motionIndex: 0 });
});

afterEach(() => {
  element.pause();
  vi.restoreAllMocks();
});

afterAll(clearPage);

const picture = (): HTMLElement => part(element, '.picture');
const range = (name: string): HTMLInputElement =>
  part(element, `media-${name}-range`).shadowRoot!.querySelector('input')!;
const cameraButton = (): HTMLButtonElement => part(element, '[part=camera-button]') as HTMLButtonElement;
const picker = (): HTMLSelectElement => part(element, '[part=motion-picker]') as HTMLSelectElement;

async function press(target: HTMLElement, key: string): Promise<void> {
  target.focus();
  await userEvent.keyboard(key);
}

test('every control has an accessible name', () => {
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
  expect(part(element, 'media-controller').getAttribute('aria-label')).toBe('A dancer');
});

test('the picture has the role img and the name of `alt`, and takes the focus', () => {
  const attributes = (): (string | null)[] =>
    ['role', 'aria-label', 'tabindex'].map((name) => picture().getAttribute(name));
  expect(attributes()).toEqual(['img', 'A dancer', '0']);
  element.alt = 'She waves';
  expect(attributes()).toEqual(['img', 'She waves', '0']);
  element.removeAttribute('alt');
  expect(attributes()).toEqual(['img', 'A dancer', '0']);
});

test.each([620, 340, 240])(
  'in a player of %d pixels, every control that is shown is whole',
  async (width) => {
    element.style.width = `${width}px`;
    await frames(3);
    const { children } = part(element, 'media-control-bar');
    const ends = [...children].map((control) => control.getBoundingClientRect().right);
    expect(Math.max(...ends)).toBeLessThanOrEqual(element.getBoundingClientRect().right);
    element.style.width = '620px';
    await frames(3);
  },
);

test('the play button plays and pauses, and its name says which', async () => {
  const button = part(element, 'media-play-button');
  button.click();
  await nextEvent(element, 'playing');
  await expect.poll(() => button.getAttribute('aria-label')).toBe('pause');
  button.click();
  await nextEvent(element, 'pause');
  await expect.poll(() => button.getAttribute('aria-label')).toBe('play');
});

test('the time slider shows the time, and arrow keys on it seek', async () => {
  element.currentTime = 45;
  await expect.poll(() => Number(range('time').value)).toBeCloseTo(45 / 60, 3);
  expect(range('time').getAttribute('aria-valuetext')).toBe('45 seconds of 1 minute');
  await press(range('time'), '{ArrowRight}');
  await expect.poll(() => element.currentTime).toBeGreaterThan(45);
  expect(element.currentTime).toBeLessThan(51);
  expect(part(element, 'media-time-display').shadowRoot!.textContent).toContain('1:00');
});

test('the volume slider and the mute button change volume and muted', async () => {
  await press(range('volume'), '{ArrowLeft}');
  await expect.poll(() => element.volume).toBeLessThan(1);
  part(element, 'media-mute-button').click();
  await expect.poll(() => element.muted).toBe(true);
  await expect.poll(() => part(element, 'media-mute-button').getAttribute('aria-label')).toBe('unmute');
});

test('the rate button sets the next playback rate', async () => {
  part(element, 'media-playback-rate-button').click();
  await expect.poll(() => element.playbackRate).toBe(1.5);
});

test('the fullscreen button makes the whole element fullscreen, messages included', async () => {
  const ask = vi.spyOn(element, 'requestFullscreen').mockResolvedValue();
  part(element, 'media-fullscreen-button').click();
  await expect.poll(() => ask.mock.contexts).toEqual([element]);
});

test('the camera button and the key C switch between the free camera and the camera of the motion', async () => {
  const events = collectEvents(element, ['cameramodechange']);
  expect([cameraButton().hidden, cameraButton().ariaPressed]).toEqual([false, 'false']);
  cameraButton().click();
  expect([element.cameraMode, cameraButton().ariaPressed, events.length]).toEqual(['orbit', 'true', 1]);
  await press(cameraButton(), ' ');
  expect([element.cameraMode, cameraButton().ariaPressed, events.length]).toEqual(['motion', 'false', 2]);
  expect(element.paused).toBe(true);
  await press(picture(), 'c');
  expect(element.cameraMode).toBe('orbit');
});

test('the motion picker crossfades to another motion, also while paused', async () => {
  expect([...picker().options].map(({ text }) => text)).toEqual(['walk.vmd', 'back.vmd']);
  const events = collectEvents(element, ['motionchange', 'canplay', 'loadstart']);
  expect(centerPosition(element)[0]).toBeCloseTo(20, 4);
  await pickSecond();
  expect([events, element.motionIndex]).toEqual([['motionchange'], 1]);
  element.motionIndex = 7; // there is no such motion
  expect([events, element.motionIndex]).toEqual([['motionchange'], 1]);
  // A busy machine may draw no picture in the 0.4 seconds of a crossfade.
  await expect
    .poll(async () => {
      element.motionIndex = 0;
      while (centerPosition(element)[0] < 19.99) await frames(1);
      return pickSecond();
    })
    .toSatisfy((places: number[]) => places.some((x) => x > -19 && x < 19));
});

/**
 * Picks the second motion. Returns the places of the center, picture by picture, until it has its place of
 * that motion.
 */
async function pickSecond(): Promise<number[]> {
  picker().selectedIndex = 1;
  picker().dispatchEvent(new Event('change'));
  expect(centerPosition(element)[0]).toBeCloseTo(20, 1);
  const places: number[] = [];
  while (centerPosition(element)[0] > -19.99) {
    await frames(1);
    places.push(centerPosition(element)[0]);
  }
  expect(places).toEqual(places.toSorted((a, b) => b - a));
  return places;
}

test('arrow keys in the motion picker select a motion and do not seek', async () => {
  await press(picker(), '{ArrowDown}');
  await expect.poll(() => element.motionIndex).toBe(1);
  expect(element.currentTime).toBe(20);
});

test('keys on the picture play, seek, mute and change the rate', async () => {
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

test('with the free camera, arrow keys on the picture turn it and do not seek', async () => {
  setDrawing(window, true);
  element.cameraMode = 'orbit';
  const shot = async (): Promise<string> => (await element.capture()).text();
  const before = await shot();
  await press(picture(), '{ArrowRight}{ArrowUp}+');
  expect(await shot()).not.toBe(before);
  await press(picture(), '-{ArrowDown}{ArrowLeft}');
  expect((await shot()).length).toBeCloseTo(before.length, -2);
  expect([element.currentTime, element.volume]).toEqual([20, 1]);
});

test('a click on the picture plays and pauses; a drag does not', async () => {
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

/** Turns the wheel over the picture. False if the page scrolls, because nothing else uses the wheel. */
function turnWheel(keys: WheelEventInit = {}): boolean {
  const event = new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true, ...keys });
  part(element, 'canvas').dispatchEvent(event);
  return event.defaultPrevented;
}

const shot = async (): Promise<string> => (await element.capture()).text();

test('with the free camera, the wheel scrolls the page; with Ctrl or ⌘ it zooms', async () => {
  setDrawing(window, true);
  element.cameraMode = 'orbit';
  await userEvent.hover(part(element, '[part=camera-button]'));
  const before = await shot();
  expect(turnWheel()).toBe(false);
  expect(await shot()).toBe(before);
  for (const keys of [{ ctrlKey: true }, { metaKey: true }]) {
    const last = await shot();
    expect(turnWheel(keys)).toBe(true);
    expect(await shot()).not.toBe(last);
  }
});

test('with the free camera, the wheel zooms after a click on the picture, until the pointer leaves it', async () => {
  element.cameraMode = 'orbit';
  await userEvent.click(picture());
  expect(turnWheel()).toBe(true);
  await userEvent.hover(part(element, '[part=camera-button]'));
  expect(turnWheel()).toBe(false);
});

test('in fullscreen, the wheel zooms at once, and fingers turn the free camera in all directions', async () => {
  element.cameraMode = 'orbit';
  expect(getComputedStyle(picture()).touchAction).toBe('pan-y');
  await userEvent.hover(part(element, '[part=camera-button]'));
  await press(picture(), 'f'); // a gesture, without which browsers refuse
  await expect.poll(() => element.matches(':fullscreen')).toBe(true);
  expect([turnWheel(), getComputedStyle(picture()).touchAction]).toEqual([true, 'none']);
  await document.exitFullscreen();
  await expect.poll(() => element.matches(':fullscreen')).toBe(false);
  expect(turnWheel()).toBe(false);
});

test('without a camera track too, swiping up or down scrolls the page, and the wheel does', async () => {
  Object.assign(element, { camera: null });
  await nextEvent(element, 'canplay');
  expect([element.cameraMode, getComputedStyle(picture()).touchAction, turnWheel()]).toEqual([
    'orbit',
    'pan-y',
    false,
  ]);
  element.camera = cameraFile();
  await nextEvent(element, 'canplay');
});

test('without `controls` there is no control bar, and keys and clicks have no effect', async () => {
  element.controls = false;
  expect(part(element, 'media-control-bar').checkVisibility()).toBe(false);
  await press(picture(), 'k');
  await userEvent.click(picture());
  await frames(2);
  expect([element.paused, element.cameraMode]).toEqual([true, 'motion']);
  element.controls = true;
  expect(part(element, 'media-control-bar').checkVisibility()).toBe(true);
});

test('the control bar is created soon after `controls` is set for the first time, complete at once', async () => {
  const other = showElement({}, { model: boardFile(), motion: [walk(60), walk(60, -1, 'back.vmd')] });
  other.style.cssText = 'width: 640px; height: 200px';
  await nextEvent(other, 'canplaythrough');
  await frames(2);
  const bar = (): Element | null => other.shadowRoot!.querySelector('media-control-bar');
  expect(bar()).toBeNull();
  other.controls = true;
  await expect.poll(() => bar()?.childElementCount).toBeGreaterThan(0);
  expect(bar()!.checkVisibility()).toBe(true);
  const names = (): string[] =>
    Array.from(bar()!.children, ({ part: own, localName }) => own.value || localName);
  expect(names()).toEqual([
    'media-time-range',
    'media-play-button',
    'media-mute-button',
    'media-volume-range',
    'media-time-display',
    'span',
    'offset-panel',
    'motion-picker',
    'offset-button',
    'fit-button',
    'camera-button',
    'media-playback-rate-button',
    'media-fullscreen-button',
  ]);
  const motions = part(other, '[part=motion-picker]') as HTMLSelectElement;
  expect([motions.hidden, motions.length]).toEqual([false, 2]);
  other.remove();
});

test('a camera for a grown-up fits a child, and a button gives it back its own height', async () => {
  const builder = new ModelBuilder();
  const [center] = builder.bones;
  builder.bones.push({ ...center, name: '左目', parent: 0, position: [0.3, 9, 0] });
  builder.bones.push({ ...center, name: '右目', parent: 0, position: [-0.3, 9, 0] });
  const near = { target: [0, 17, 0], distance: -15, fov: 30 } as const; // for eyes at 18
  const cameras = [0, 30, 60].map((frame) => ({ frame, ...near }));
  const child = showElement(
    { controls: '' },
    { model: new File([Uint8Array.from(builder.bytes())], 'child.pmx'), camera: motionFile({ cameras }) },
  );
  await nextEvent(child, 'canplaythrough');
  await vi.waitUntil(() => child.shadowRoot!.querySelector('[part=fit-button]'), { timeout: 60_000 });
  const button = part(child, '[part=fit-button]');
  const state = (): unknown[] => {
    const { active, heightScale } = child.player.camera!;
    return [active.position.y, heightScale, button.hidden, button.getAttribute('aria-pressed')];
  };
  expect(state()).toEqual([8.5, 0.5, false, 'true']);
  button.click();
  expect(child.cameraFit).toBe('none');
  await frames(60); // eased over
  expect(state()).toEqual([17, 1, false, 'false']);
  child.cameraMode = 'orbit';
  expect(button.hidden).toBe(true);
  child.cameraMode = 'motion';
  child.removeAttribute('camera-fit');
  expect(state().slice(1)).toEqual([0.5, false, 'true']);
  child.camera = cameraFile(); // it shows all of her
  await nextEvent(child, 'canplaythrough');
  expect(state().slice(1, 3)).toEqual([1, true]);
  child.remove();
});

test('the control bar is not created if `controls` goes before its turn has come', async () => {
  const other = showElement({ controls: '' });
  other.controls = false;
  await frames(10);
  const count = (): number => other.shadowRoot!.querySelectorAll('media-control-bar > *').length;
  expect(count()).toBe(0);
  other.controls = true;
  await expect.poll(count).toBe(13);
  other.remove();
});

test.each(['pointerenter', 'focusin'])(
  'while a model loads, the bar has its height, and comes with %s',
  async (type) => {
    const model = Object.assign(new File([], 'a.pmx'), {
      arrayBuffer: () => new Promise<ArrayBuffer>(() => {}),
    });
    const other = showElement({ controls: '' }, { model });
    // the last test left the pointer somewhere
    other.style.cssText = 'width: 640px; height: 360px; pointer-events: none';
    const bar = (): HTMLElement | null => other.shadowRoot!.querySelector('media-control-bar');
    await expect.poll(() => bar()?.offsetHeight).toBe(62);
    await frames(10);
    expect(bar()!.childElementCount).toBe(0);
    other.dispatchEvent(new Event(type));
    await expect.poll(() => bar()!.childElementCount).toBe(13);
    expect(bar()!.offsetHeight).toBe(62);
    other.remove();
  },
);

test('one motion has no motion picker; without a camera track there is no camera button', async () => {
  Object.assign(element, { motion: walk(60), camera: null });
  await nextEvent(element, 'canplay');
  expect([picker().hidden, cameraButton().hidden, element.cameraMode]).toEqual([true, true, 'orbit']);
});
