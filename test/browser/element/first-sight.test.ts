import type { OdoriPlayerElement, Stage } from '@odori/element';
import { Group, Vector3 } from 'three';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { frames } from '#test/support/frames.js';
import { drawNothing, setDrawing } from '#test/support/open-page.js';
import { loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import {
  boardFile,
  cameraFile,
  clearPage,
  nextEvent,
  part,
  revokeUrls,
  showElement,
  songFile,
  urlOf,
  walk,
} from './show-element.js';

expectCleanConsole();
drawNothing();

let element: OdoriPlayerElement;

afterEach(() => {
  clearPage();
  revokeUrls();
  document.documentElement.style.cssText = '';
  document.documentElement.dir = '';
});

/** Shows an element of 640 × 360 and waits until it can play. */
async function shown(...parts: Parameters<typeof showElement>): Promise<OdoriPlayerElement> {
  element = showElement(...parts);
  element.style.cssText = 'width: 640px';
  await nextEvent(element, 'canplaythrough');
  await frames(2);
  return element;
}

const isInSight = (selector: string): boolean => part(element, selector).checkVisibility();
const PLAY = '[part=play-button]';
const SOUND = '[part=sound-button]';
const HINT = '[part=hint]';
const BAR = 'media-control-bar';

test('a big play button in the middle starts the dance, hides for good, and leaves the focus to the picture', async () => {
  await shown({ controls: '' }, { model: boardFile(), motion: walk(60) });
  const button = part(element, PLAY);
  const [box, whole] = [button.getBoundingClientRect(), element.getBoundingClientRect()];
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(64);
  expect(box.x + box.width / 2).toBeCloseTo(whole.x + 320, 0);
  expect([button.localName, button.getAttribute('aria-label')]).toEqual(['button', 'Play']);
  button.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => element.paused).toBe(false);
  expect([isInSight(PLAY), element.shadowRoot!.activeElement]).toEqual([false, part(element, '.picture')]);
  element.pause();
  element.currentTime = 0;
  await nextEvent(element, 'seeked');
  expect(isInSight(PLAY)).toBe(false);
});

test('a moment that the page or the viewer has chosen is seen without the play button, and with the bar in small pictures too', async () => {
  element = showElement({ controls: '' }, { model: boardFile(), motion: walk(60) });
  element.style.cssText = 'width: 300px';
  element.currentTime = 20;
  await nextEvent(element, 'canplaythrough');
  await expect.poll(() => isInSight(BAR)).toBe(true);
  expect([element.currentTime, isInSight(PLAY)]).toEqual([20, false]);
  element.currentTime = 0;
  await nextEvent(element, 'seeked');
  expect([isInSight(PLAY), isInSight(BAR)]).toEqual([true, false]);
  const [button, whole] = [part(element, PLAY).getBoundingClientRect(), element.getBoundingClientRect()];
  expect(button.y).toBeGreaterThan(whole.y + whole.height / 2); // it does not hide her
});

test.each([
  ['background: #111', 'rgb(16, 24, 28)'],
  ['background: #eee', 'rgb(227, 234, 235)'],
  ['background: #111; color-scheme: light', 'rgb(227, 234, 235)'],
])('on a page with “%s”, the background is %s', async (css, background) => {
  document.documentElement.style.cssText = css;
  element = showElement();
  await frames(1);
  expect(getComputedStyle(element).backgroundColor).toBe(background);
});

test('time runs from left to right on right-to-left pages, too', async () => {
  document.documentElement.dir = 'rtl';
  await shown({ controls: '' }, { model: boardFile(), motion: walk(60) });
  await expect.poll(() => element.shadowRoot!.querySelector('media-time-display')).not.toBeNull();
  const left = (name: string): number => part(element, name).getBoundingClientRect().x;
  expect(left('media-play-button')).toBeLessThan(left('media-time-display'));
});

test('there is no big play button without controls, without a motion, and under an error', async () => {
  await shown({}, { model: boardFile(), motion: walk(60) });
  expect(isInSight(PLAY)).toBe(false);
  element.controls = true;
  expect(isInSight(PLAY)).toBe(true);
  element.motion = null;
  await nextEvent(element, 'canplay');
  await expect.poll(() => isInSight(PLAY)).toBe(false); // there is nothing to play
  element.motion = walk(60);
  await expect.poll(() => isInSight(PLAY)).toBe(true);
  element.model = new File(['no model'], 'note.pmx');
  await nextEvent(element, 'error');
  expect(isInSight(PLAY)).toBe(false);
});

test('while a model loads, progress is shown instead of the play button; with a poster, both are, without the bar', async () => {
  element = showElement({ controls: '' });
  element.style.cssText = 'width: 640px';
  await expect.poll(() => element.shadowRoot!.querySelector(BAR)).not.toBeNull();
  Object.assign(element, { model: boardFile(), motion: walk(60) });
  await nextEvent(element, 'loadstart');
  expect([isInSight('progress'), isInSight(PLAY), isInSight(HINT)]).toEqual([true, false, false]);
  element.poster = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
  expect([isInSight('progress'), isInSight(PLAY), isInSight(BAR)]).toEqual([true, true, false]);
  await nextEvent(element, 'canplaythrough');
  expect(isInSight('progress')).toBe(false);
  element.poster = '';
  await frames(2);
  expect([isInSight(PLAY), isInSight(BAR)]).toEqual([true, true]);
});

test('a dance that starts by itself shows no play button while it loads, also with a poster', async () => {
  const poster = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
  element = showElement(
    { controls: '', autoplay: '', muted: '', poster },
    { model: boardFile(), motion: walk(60) },
  );
  element.style.cssText = 'width: 640px';
  const seen: boolean[] = [];
  for (let frame = 0; element.paused && frame < 600; frame++) {
    await frames(1);
    // it comes after the element
    seen.push(element.shadowRoot!.querySelector(PLAY)?.checkVisibility() ?? false);
  }
  expect([element.paused, seen.includes(true)]).toEqual([false, false]);
});

test('an empty player says what to give it, also if it has a motion', async () => {
  element = showElement();
  await expect.poll(() => element.shadowRoot!.querySelector(HINT)).not.toBeNull();
  expect(part(element, HINT).textContent).toBe(
    'No model yet. Set the attribute “model” to a PMX or PMD file.',
  );
  expect(isInSight(HINT)).toBe(true);
  element.motion = walk(60);
  await nextEvent(element, 'loadstart');
  expect(isInSight(HINT)).toBe(false);
  await expect.poll(() => isInSight(HINT)).toBe(true);
  element.model = boardFile();
  await nextEvent(element, 'canplaythrough');
  expect(isInSight(HINT)).toBe(false);
  element.model = null;
  await nextEvent(element, 'emptied');
  expect(isInSight(HINT)).toBe(true);
});

test('“Tap for sound” shows while a dance plays muted although it has a song; it turns the sound on, and the dance goes on', async () => {
  await shown({ controls: '', muted: '' }, { model: boardFile(), motion: walk(60), audio: songFile(60) });
  expect(isInSight(SOUND)).toBe(false); // it does not play
  await element.play();
  expect([isInSight(SOUND), part(element, SOUND).textContent]).toEqual([true, 'Tap for sound']);
  part(element, 'media-controller').setAttribute('userinactive', ''); // the bar hides, this does not
  await frames(5);
  expect(getComputedStyle(part(element, SOUND)).opacity).toBe('1');
  part(element, 'media-controller').removeAttribute('userinactive');
  element.controls = false;
  expect(isInSight(SOUND)).toBe(false);
  element.controls = true;
  await userEvent.click(part(element, SOUND));
  expect([element.muted, element.paused]).toEqual([false, false]);
  await expect.poll(() => isInSight(SOUND)).toBe(false);
  element.muted = true;
  await frames(2);
  expect(isInSight(SOUND)).toBe(false); // the viewer has decided
});

test('“Tap for sound” goes when the viewer chooses silence, and never comes without a song', async () => {
  await shown({ controls: '', muted: '' }, { model: boardFile(), motion: walk(60), audio: songFile(60) });
  await element.play();
  const mute = part(element, 'media-mute-button');
  for (let press = 0; press < 2; press++) {
    mute.click();
    await nextEvent(element, 'volumechange');
  }
  expect([element.muted, isInSight(SOUND)]).toEqual([true, false]);
  clearPage();
  await shown({ controls: '', muted: '' }, { model: boardFile(), motion: walk(60) });
  await element.play();
  await frames(2);
  expect(isInSight(SOUND)).toBe(false);
});

/** A stage that reports at which CSS pixel from the top a point of the scene is drawn. */
class Probe implements Stage {
  readonly root = new Group();
  y = 0;
  /** Of all pictures: the lowest place. */
  lowest = 0;
  readonly #at = new Vector3();
  readonly #point: readonly [number, number, number];

  constructor(...point: readonly [number, number, number]) {
    this.#point = point;
  }

  update({ camera }: Parameters<NonNullable<Stage['update']>>[0]): void {
    this.y = 180 * (1 - this.#at.set(...this.#point).project(camera).y);
    this.lowest = Math.max(this.lowest, this.y);
  }
}

test('without a camera track, the model stands above the control bar, and keeps its place while the dance plays', async () => {
  const feet = new Probe(0, 0, 0);
  await shown({ controls: '' }, { model: boardFile(), motion: walk(60), stage: feet });
  const { height } = part(element, BAR).getBoundingClientRect();
  expect(height).toBeGreaterThan(44);
  await expect.poll(() => feet.y).toBeLessThan(360 - height);
  const still = feet.y;
  expect(still).toBeGreaterThan(200); // she stands low in the picture, not in its middle
  await element.play();
  await frames(10);
  expect(feet.y).toBeCloseTo(still, 3);
  element.pause();
  feet.lowest = 0;
  await element.capture();
  expect(feet.lowest).toBeGreaterThan(still + 10); // a captured picture has no bar
});

test('a camera track frames the part above the bar while the bar is in sight, and the whole picture without it', async () => {
  // 60 away, 30° high: 32.15 units are 360 px high; a point 10 below the target is 112 px below the middle
  const feet = new Probe(0, 0, 0);
  await shown(
    { controls: '' },
    { model: boardFile(), motion: walk(60), camera: cameraFile(-60), stage: feet },
  );
  const above = 360 - part(element, BAR).getBoundingClientRect().height;
  const expectFeet = (y: number): Promise<void> => expect.poll(() => feet.y).toBeCloseTo(y, 0);
  const raised = (above / 360) * (180 + 112);
  await expectFeet(raised);
  await element.play();
  const controller = part(element, 'media-controller');
  controller.setAttribute('userinactive', ''); // as media-chrome does two seconds after the last movement
  await expectFeet(180 + 112);
  controller.removeAttribute('userinactive');
  await expectFeet(raised);
  element.pause();
  element.controls = false;
  await expectFeet(180 + 112);
  expect(feet.y).toBeGreaterThan(raised);
});

/** The color in the middle of the lower edge: the floor. */
async function floorColor(): Promise<number[]> {
  const picture = await loadImage(urlOf(await element.capture({ background: 'transparent' })));
  return [
    ...pixelsOf(picture).subarray(4 * (picture.width * (picture.height - 1) + picture.width / 2)),
  ].slice(0, 4);
}

test('background and floor follow the color scheme of the place, also when it changes', async () => {
  setDrawing(window, true);
  await shown({}, { model: boardFile(), motion: walk(60) });
  const background = (): string => getComputedStyle(element).backgroundColor;
  const day = [background(), (await floorColor())[3]];
  document.documentElement.style.colorScheme = 'dark';
  await expect.poll(async () => (await floorColor())[3]).toBeLessThan(60);
  const night = [background(), (await floorColor())[3]];
  expect(night[0]).not.toBe(day[0]);
  expect(day[1]).toBeGreaterThan(120);
  element.style.setProperty('--odori-floor', 'rgb(255 0 0)');
  await expect.poll(floorColor).toEqual([255, 0, 0, expect.any(Number)]);
  element.style.background = 'rgb(1, 2, 3)';
  expect(background()).toBe('rgb(1, 2, 3)');
});

/** The names of all elements that take the focus with the tab key, in their order. */
async function tabStops(): Promise<string[]> {
  const [before, after] = [document.createElement('button'), document.createElement('button')];
  element.before(before);
  element.after(after);
  before.focus();
  const names: string[] = [];
  for (let stop = 0; stop < 20; stop++) {
    await userEvent.tab();
    if (document.activeElement === after) break;
    const focused = element.shadowRoot!.activeElement!;
    expect(focused.checkVisibility()).toBe(true);
    names.push(focused.className || focused.getAttribute('part') || focused.localName);
  }
  before.remove();
  after.remove();
  return names;
}

test('without controls, the picture is the only tab stop; with them, nothing hidden takes the focus', async () => {
  await shown({}, { model: boardFile(), motion: walk(60) });
  expect(await tabStops()).toEqual(['picture']);
  element.controls = true;
  await expect.poll(() => element.shadowRoot!.querySelector('media-fullscreen-button')).not.toBeNull();
  await frames(2);
  expect(await tabStops()).toEqual([
    'picture',
    'play',
    'media-time-range',
    'media-play-button',
    'media-mute-button',
    'media-volume-range',
    'media-time-display',
    'media-playback-rate-button',
    'media-fullscreen-button',
  ]);
});

test('`alt` names the picture and the region of the controls alike; without controls there is no region', async () => {
  await shown({ alt: 'She waves' }, { model: boardFile(), motion: walk(60) });
  const controller = part(element, 'media-controller');
  const names = (): (string | null)[] => [
    part(element, '.picture').getAttribute('aria-label'),
    controller.getAttribute('role'),
    controller.getAttribute('aria-label'),
  ];
  expect(names()).toEqual(['She waves', 'none', null]);
  element.controls = true;
  expect(names()).toEqual(['She waves', 'region', 'She waves']);
  element.removeAttribute('alt');
  expect(names()).toEqual(['A dancer', 'region', 'A dancer']);
});

test('in a picture of 300 pixels, the bar has two rows, the time slider takes its width, and it comes with the first play', async () => {
  const properties = { model: boardFile(), motion: [walk(60), walk(9, 1, 'b.vmd')], camera: cameraFile() };
  await shown({ controls: '' }, properties);
  element.style.cssText = 'width: 300px';
  await expect.poll(() => isInSight(BAR)).toBe(false);
  expect(isInSight(PLAY)).toBe(true);
  await element.play();
  await expect.poll(() => isInSight(BAR)).toBe(true);
  const bar = part(element, BAR).getBoundingClientRect();
  expect(bar.height).toBeLessThanOrEqual(18 + 44);
  expect(part(element, 'media-time-range').getBoundingClientRect().width).toBeGreaterThanOrEqual(280);
  const ends = [...element.shadowRoot!.querySelectorAll(`${BAR} > *`)].map(
    (one) => one.getBoundingClientRect().right,
  );
  expect(Math.max(...ends)).toBeLessThanOrEqual(bar.right);
});

test('a bar that has hidden itself takes no taps', async () => {
  await shown({ controls: '' }, { model: boardFile(), motion: walk(60) });
  await element.play();
  await expect.poll(() => part(element, 'media-controller').hasAttribute('mediapaused')).toBe(false);
  const events = (): string => getComputedStyle(part(element, BAR)).pointerEvents;
  part(element, 'media-controller').removeAttribute('userinactive');
  expect(events()).toBe('auto');
  part(element, 'media-controller').setAttribute('userinactive', '');
  expect(events()).toBe('none');
});

test('every button of the bar says in plain words what it does', async () => {
  await shown({ controls: '' }, { model: boardFile(), motion: walk(60), camera: cameraFile() });
  const tips = (): (string | null)[] =>
    [...element.shadowRoot!.querySelectorAll(`${BAR} > * > [slot^=tooltip], ${BAR} media-tooltip`)].map(
      ({ textContent }) => textContent,
    );
  await expect.poll(tips, { timeout: 60_000 }).toEqual([
    'Play (K)',
    'Pause (K)',
    'Mute (M)',
    'Sound on (M)',
    'Song offset ([ ])', // hidden: there is no song
    'Fit the camera to her height', // hidden: nothing is to be fitted
    'Free camera (C)',
    'Speed (< >)',
    'Fullscreen (F)',
    'Leave fullscreen (F)',
  ]);
});
