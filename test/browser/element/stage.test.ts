import type { OdoriPlayerElement, Stage, StageView } from '@odori/element';
import { Color, Group } from 'three';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import { frames } from '#test/support/frames.js';
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

let element: OdoriPlayerElement;
/** Copies of what the stage has seen, one for each picture. */
const seen: StageView[] = [];
/** A blue stage, whose light on the model is red. */
const stage: Stage & { isMoving: boolean } = {
  root: new Group(),
  background: new Color(0, 0, 1),
  hasGroundShadow: false,
  isMoving: false,
  update: (view: StageView) => {
    seen.push({ ...view });
    view.light.color.set(1, 0, 0);
  },
};

beforeAll(async () => {
  element = showElement({}, { model: boardFile(), motion: walk(60), camera: cameraFile(), stage });
  await nextEvent(element, 'canplaythrough');
});

beforeEach(async () => {
  stage.isMoving = false;
  element.stage = stage;
  await frames(3);
  seen.length = 0;
});

afterAll(() => {
  clearPage();
  revokeUrls();
});

/** The pixel in the corner of the picture. */
async function corner(): Promise<number[]> {
  const picture = await loadImage(urlOf(await element.capture({ background: 'transparent' })));
  return [...pixelsOf(picture).subarray(0, 4)];
}

test('a stage of the page is drawn in captures, with its background', async () => {
  expect(await corner()).toEqual([0, 0, 255, 255]);
  // a frame of the page may come before or after that of the capture
  const captured = seen.filter(({ deltaSeconds }) => deltaSeconds === 0);
  expect(captured.length).toBeGreaterThan(0);
  expect(captured[0].model).toBe(element.loadedModel);
});

test('a stage sees the time of playback, and the seconds since the last picture', async () => {
  await element.play();
  await frames(5);
  element.pause();
  const times = seen.map(({ currentTime }) => currentTime);
  expect(times.length).toBeGreaterThan(2);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(seen.every(({ deltaSeconds }) => deltaSeconds >= 0)).toBe(true);
  expect(seen.some(({ deltaSeconds }) => deltaSeconds > 0)).toBe(true);
});

test('a stage that moves is drawn while the player is paused, one that stands is not', async () => {
  await frames(5);
  expect(seen.length).toBe(0);
  stage.isMoving = true;
  await frames(5);
  expect(seen.length).toBeGreaterThan(2);
});

test('a stage is drawn in films, with 1/30 of a second between their frames', async () => {
  const film = await element.record({ width: 64, height: 64, fps: 30, range: { start: 1, end: 1.1 } });
  expect(film.size).toBeGreaterThan(0);
  const recorded = seen.filter(({ deltaSeconds }) => Math.abs(deltaSeconds - 1 / 30) < 1e-6);
  expect(recorded.length).toBe(2); // of three frames; the first one has no last one
  expect(recorded.map(({ currentTime }) => currentTime)).toEqual([
    expect.closeTo(1 + 1 / 30, 3),
    expect.closeTo(1 + 2 / 30, 3),
  ]);
});

test('an attribute takes the place of a stage of the page, which stays the page’s', async () => {
  element.setAttribute('stage', 'none');
  expect([element.stage, stage.root.parent]).toEqual(['none', null]);
  expect(await corner()).toEqual([0, 0, 0, 0]);
  expect(element.loadedModel!.surface.groundShadow.visible).toBe(false);
  element.stage = stage;
  expect([element.stage, element.getAttribute('stage')]).toEqual([stage, 'none']);
  element.removeAttribute('stage');
  expect([element.stage, element.loadedModel!.surface.groundShadow.visible]).toEqual(['floor', true]);
});

test('a stage of the page is there again when the element is put back into the page', async () => {
  element.remove();
  await Promise.resolve();
  expect(stage.root.parent).toBeNull();
  const ready = nextEvent(element, 'canplaythrough');
  document.body.append(element);
  await ready;
  expect(await corner()).toEqual([0, 0, 255, 255]);
});
