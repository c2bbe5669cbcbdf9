import type { OdoriPlayerElement } from '@odori/element';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import dance from '@odori/sample/files/dance.vmd?url';
import song from '@odori/sample/files/song.ogg?url';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { frames } from '#test/support/frames.js';
import { drawNothing } from '#test/support/open-page.js';
import { boardFile, clearPage, nextEvent, part, showElement, songFile, walk } from './show-element.js';

expectCleanConsole();
drawNothing();
afterAll(clearPage);

let element: OdoriPlayerElement;

beforeAll(async () => {
  const sources = { model: boardFile(), motion: walk(20), audio: songFile(20) };
  element = showElement({ controls: '', stage: 'none', lang: 'en' }, sources);
  element.style.cssText = 'width: 620px; height: 300px';
  await nextEvent(element, 'canplaythrough');
  await vi.waitUntil(() => element.shadowRoot!.querySelector('[part=offset-button]'), { timeout: 60_000 });
});

beforeEach(() => {
  element.offset = 0;
  if (!panel().hidden) button().click();
});

const button = (): HTMLElement => part(element, '[part=offset-button]');
const panel = (): HTMLElement => part(element, '[part=offset-panel]');
const slider = (): HTMLInputElement => panel().querySelector('input')!;
const text = (): string => panel().querySelector('output')!.value;

test('the keys [ and ] shift the dance by 10 ms, and the panel says by how much', async () => {
  part(element, '.picture').focus();
  await userEvent.keyboard(']]]');
  expect([element.offset, element.getAttribute('offset'), text()]).toEqual([0.03, '0.03', '+30 ms']);
  expect([panel().hidden, slider().value]).toEqual([false, '30']);
  await userEvent.keyboard('[[[[[[[[[[');
  expect([element.player.offset, text()]).toEqual([-0.02, '−20 ms']);
});

test('the button opens the slider, whose arrow keys shift the dance and do not seek; Escape goes back', async () => {
  expect([button().getAttribute('aria-label'), button().getAttribute('aria-expanded')]).toEqual([
    'Song offset',
    'false',
  ]);
  button().focus();
  await userEvent.keyboard('{Enter}');
  expect(element.shadowRoot!.activeElement).toBe(slider());
  const { currentTime } = element;
  await frames(2); // a slider takes keys once it is drawn
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowRight}');
  expect([element.offset, element.currentTime]).toEqual([0.02, currentTime]);
  expect([slider().ariaLabel, slider().getAttribute('aria-valuetext')]).toEqual(['Song offset', '+20 ms']);
  await userEvent.keyboard('{Escape}');
  expect([panel().hidden, element.shadowRoot!.activeElement === button()]).toEqual([true, true]);
});

test('buttons with names shift it too, and a large offset of the page has its place on the slider', async () => {
  element.offset = 4.2;
  button().click();
  expect([slider().value, slider().max, text()]).toEqual(['4200', '4200', '+4200 ms']);
  const earlier = panel().querySelector<HTMLElement>('[aria-label="Dance earlier"]')!;
  earlier.click();
  expect([element.offset, text()]).toEqual([4.19, '+4190 ms']);
  panel().querySelector<HTMLElement>('[aria-label="Dance later"]')!.click();
  expect(element.offset).toBe(4.2);
});

test('a silent song has no place for the dance, and the panel says so', async () => {
  button().click();
  panel().querySelector<HTMLElement>('button:last-child')!.click();
  await expect.poll(text).toBe('No place fits clearly');
  expect(element.offset).toBe(0);
});

test('without a song there is nothing to shift', async () => {
  element.audio = null;
  await expect.poll(() => button().hidden).toBe(true);
  part(element, '.picture').focus();
  await userEvent.keyboard(']');
  expect([element.offset, panel().hidden]).toEqual([0, true]);
});

test('for our dance and its song, the proposal is that they begin together', async () => {
  Object.assign(element, { motion: dance, audio: song, offset: 1.5 });
  await nextEvent(element, 'canplaythrough');
  button().click();
  panel().querySelector<HTMLElement>('button:last-child')!.click();
  await expect.poll(() => Math.abs(element.offset) < 0.05, { timeout: 60_000 }).toBe(true);
});
