import { AutoCamera, type Shot } from '@odori/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import dance from '@odori/sample/files/dance.vmd?url';
import dancer from '@odori/sample/files/dancer.pmx?url';
import song from '@odori/sample/files/song.ogg?url';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { frames } from '#test/support/frames.js';
import { drawNothing } from '#test/support/open-page.js';
import {
  boardFile,
  cameraFile,
  clearPage,
  collectEvents,
  nextEvent,
  showElement,
  songFile,
  walk,
} from './show-element.js';
import type { OdoriPlayerElement } from '@odori/element';

expectCleanConsole();
drawNothing();

/** Seconds of a bar of the sample song. */
const BAR = 2;

let element: OdoriPlayerElement;

beforeAll(async () => {
  const sources = { model: dancer, motion: dance, audio: song };
  element = showElement({ camera: 'auto', controls: '', physics: 'off' }, sources);
  await nextEvent(element, 'canplaythrough');
});

afterAll(clearPage);

function shots(): readonly Shot[] {
  const { camera } = element.player;
  return camera instanceof AutoCamera ? camera.shots : [];
}

function eyeAt(seconds: number): number[] {
  element.currentTime = seconds;
  return [...element.player.camera!.active.matrixWorld.elements];
}

test('camera="auto" films the dancer, and cuts where the bars of her song begin, within 40 ms', async () => {
  expect([element.camera, element.cameraMode]).toEqual(['auto', 'motion']);
  const cuts = (): number[] =>
    shots()
      .map(({ start }) => start)
      .slice(1);
  const isOnBar = (cut: number): boolean => Math.abs(cut - BAR * Math.round(cut / BAR)) < 0.04;
  await expect.poll(() => cuts().length > 5 && cuts().every(isOnBar)).toBe(true);
  expect(shots()[0]).toMatchObject({ kind: 'full', start: 0 });
  expect(shots().at(-1)!.end).toBeCloseTo(64, 1);
});

test('the picture of a time is the same, from wherever the viewer seeks to it', () => {
  const [first, second] = [eyeAt(10), eyeAt(40)];
  expect(second).not.toEqual(first);
  expect(eyeAt(10)).toEqual(first);
});

test('the viewer takes the free camera where the automatic one is, and gives it back', async () => {
  const events = collectEvents(element, ['cameramodechange']);
  element.cameraMode = 'orbit';
  expect(element.cameraMode).toBe('orbit');
  element.cameraMode = 'motion';
  await frames(2);
  expect([element.cameraMode, events.length]).toEqual(['motion', 2]);
});

test('another motion and another model get shots of their own', async () => {
  element.audio = songFile(8);
  element.motion = walk(8, 3);
  await expect.poll(() => shots().at(-1)?.end).toBeCloseTo(8, 1);
  element.currentTime = 7.9;
  // she has walked 24 units to the viewer's right
  expect(element.player.camera!.target.x).toBeGreaterThan(15);
  element.model = boardFile();
  await nextEvent(element, 'canplaythrough');
  expect((element.player.camera as AutoCamera).model).toBe(element.loadedModel);
  await expect.poll(() => shots().length).toBeGreaterThan(0);
});

test('a camera file takes the place of the automatic camera, which comes back when it is asked for again', async () => {
  element.camera = cameraFile();
  await nextEvent(element, 'canplaythrough');
  expect(element.player.camera).not.toBeInstanceOf(AutoCamera);
  element.camera = 'auto';
  await nextEvent(element, 'canplaythrough');
  expect(element.getAttribute('camera')).toBe('auto');
  await expect.poll(() => shots().length).toBeGreaterThan(0);
});

test('it films all children, in the order of the markup, and anew where they are put', async () => {
  const duet = showElement({ camera: 'auto' });
  const [left, right] = ['-10 0 0', '10 0 0'].map((position) => {
    const child = document.createElement('odori-dancer');
    Object.assign(child, { model: boardFile(), motion: walk(8, 0), position });
    return child;
  });
  duet.append(left, right);
  await nextEvent(duet, 'canplaythrough');
  const camera = (): AutoCamera => duet.player.camera as AutoCamera;
  const order = (): number[] =>
    camera().models.map((model) => [left, right].findIndex((child) => child.loadedModel === model));
  const middle = (): number => {
    duet.currentTime = 0;
    return camera().shots.length > 0 ? camera().target.x : NaN;
  };
  expect(order()).toEqual([0, 1]);
  await expect.poll(middle).toBeCloseTo(0, 6);
  right.position = '14 0 0';
  await expect.poll(middle).toBeCloseTo(2, 6);
  duet.prepend(right);
  await expect.poll(order).toEqual([1, 0]);
  await expect.poll(middle).toBeCloseTo(2, 6);
  right.remove();
  await expect.poll(order).toEqual([0]);
  await expect.poll(middle).toBeCloseTo(-10, 6);
  duet.remove();
});
