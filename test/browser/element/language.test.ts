import type { OdoriPlayerElement } from '@odori/element';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { drawNothing } from '#test/support/open-page.js';
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

let element: OdoriPlayerElement;

const named = (selector: string): string | null => part(element, selector).getAttribute('aria-label');
const tips = (): (string | null)[] =>
  [...element.shadowRoot!.querySelectorAll('media-control-bar [slot^=tooltip]')].map(
    (tip) => tip.textContent,
  );
/** The catalogs that the page has requested. */
const catalogs = new Set<string>();
const watch = new PerformanceObserver((list) => {
  for (const { name } of list.getEntries())
    for (const [, catalog] of name.matchAll(/\/catalogs\/([\w-]+)\.ts/g)) catalogs.add(catalog);
});
watch.observe({ type: 'resource', buffered: true });
const loaded = async (): Promise<string[]> => {
  await new Promise((resolve) => setTimeout(resolve)); // until entries are told
  return [...catalogs].toSorted();
};

beforeAll(async () => {
  const properties = { model: boardFile(), motion: [walk(60), walk(9, 1, 'b.vmd')], camera: cameraFile() };
  element = showElement({ controls: '', stage: 'none' }, properties);
  element.style.cssText = 'width: 620px; height: 200px';
  await nextEvent(element, 'canplaythrough');
  await vi.waitUntil(() => element.shadowRoot!.querySelector('media-play-button'), { timeout: 60_000 });
});

afterAll(() => {
  clearPage();
  watch.disconnect();
  document.body.removeAttribute('lang');
  document.documentElement.removeAttribute('lang');
});

test('a page in English loads no other catalog', async () => {
  expect(named('.picture')).toBe('A dancer');
  expect(await loaded()).toEqual([]);
});

test('follows `lang` of the page, of an ancestor and of its own, the nearest first', async () => {
  document.documentElement.lang = 'ko';
  await expect.poll(() => named('.picture')).toBe('댄서');
  expect(tips().slice(0, 2)).toEqual(['재생 (K)', '일시정지 (K)']);
  document.body.lang = 'zh-Hant-HK';
  await expect.poll(() => named('.picture')).toBe('舞者');
  expect(part(element, 'media-control-bar').lang).toBe('zh-TW');
  element.lang = 'ja-JP';
  await expect.poll(() => named('.picture')).toBe('ダンサー');
  expect([named('[part=motion-picker]'), named('[part=camera-button]')]).toEqual([
    'モーション',
    '自由カメラ',
  ]);
  await expect.poll(loaded).toEqual(['labels-ja', 'labels-ko', 'labels-zh-TW']);
});

test('media-chrome has the words of the language, too', async () => {
  await expect.poll(() => named('media-play-button')).toBe('再生');
  const slider = part(element, 'media-time-range').shadowRoot!.querySelector('input')!;
  expect(slider.getAttribute('aria-label')).toBe('シーク');
  expect(slider.getAttribute('aria-valuetext')).toBe('1 分中0 秒');
});

test('a problem is told in the language, whose sentences come with it; the error stays English', async () => {
  element.setAttribute('effects', 'sparkles');
  const text =
    'effects="sparkles": 「sparkles」というエフェクトはありません。bloomかdofを、両方なら空白で区切って指定してください。';
  await expect.poll(() => problemTexts(element)).toEqual([text]);
  expect(named('.problem button')).toBe('メッセージを閉じる');
  await expect.poll(loaded).toContain('problems-ja');
  element.lang = 'en';
  await expect.poll(() => problemTexts(element)[0]).toMatch(/^effects="sparkles": there is no effect/);
  element.removeAttribute('effects');
  await expect.poll(() => problemTexts(element)).toEqual([]);
});

test('words of the page come before those of the language, until they are taken back', async () => {
  element.labels = { alt: 'Our mascot', play: 'Dance!' };
  expect([named('.picture'), tips()[0], tips()[1]]).toEqual(['Our mascot', 'Dance! (K)', 'Pause (K)']);
  expect(named('[part=play-button]')).toBe('Dance!');
  element.labels = null;
  expect([named('.picture'), tips()[0]]).toEqual(['A dancer', 'Play (K)']);
});

test('follows the page around the shadow root that contains it', async () => {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  document.body.append(host);
  const inner = document.createElement('odori-player');
  shadow.append(inner);
  const label = (): string | null => inner.shadowRoot!.querySelector('.picture')!.getAttribute('aria-label');
  await expect.poll(label).toBe('舞者');
  host.lang = 'ja';
  await expect.poll(label).toBe('ダンサー');
  host.remove();
});

test('switching leaves nothing: one bar stays, and a removed element follows no page', async () => {
  const parts = (): number => element.shadowRoot!.querySelectorAll('*').length;
  element.lang = 'ko';
  await expect.poll(() => named('.picture')).toBe('댄서');
  const before = parts();
  for (const lang of ['ja', 'en', 'ja', 'en', 'ko']) {
    element.lang = lang;
    await expect.poll(() => part(element, 'media-control-bar').lang).toBe(lang);
  }
  expect(parts()).toBe(before);
  element.remove();
  await Promise.resolve();
  element.lang = 'ja';
  await new Promise((resolve) => setTimeout(resolve));
  expect(named('.picture')).toBe('댄서');
});
