import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hasBrowser, launchBrowser } from '#test/support/launch-browser.js';

const SCRIPT = join(inject('packedFolder'), 'node_modules/@odori/element/dist/odori-player.js');
const README = join(import.meta.dirname, '../../packages/element/README.md');
/** The line that the README gives to pages. */
const RESERVE = /^odori-player:not\(:defined\) \{[^}]*\}/m.exec(readFileSync(README, 'utf8'))![0];
/** A page with text below a player, on a phone. */
const HTML = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Phone</title>
  <style>:root { color-scheme: light dark } body { margin: 0 } ${RESERVE}</style>
  <odori-player controls></odori-player>
  <p>Text below the player</p>
  <script>
    var shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shift += value)))
      .observe({ type: 'layout-shift', buffered: true });
  </script>
  <script type="module" src="/odori-player.js"></script>`;

let browser: Browser;
let page: Page;
/** Lets the server send the script. */
let sendScript: () => void;

beforeAll(async () => {
  if (!hasBrowser) return;
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  browser = await launchBrowser(args);
  const phone = { viewport: { width: 352, height: 640 }, hasTouch: true, isMobile: true };
  page = await (await browser.newContext({ ...phone, colorScheme: 'light' })).newPage();
  const isAsked = new Promise<void>((resolve) => (sendScript = resolve));
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: HTML });
    await isAsked;
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(SCRIPT) });
  });
  await page.goto('http://localhost/', { waitUntil: 'commit' });
  await page.waitForSelector('p');
});

afterAll(() => browser?.close());

/** Left, top, width and height of the elements that a selector finds in the shadow root, in CSS pixels. */
function boxes(selector: string): Promise<number[][]> {
  return page.evaluate((of) => {
    const root = document.querySelector('odori-player')!.shadowRoot!;
    return [...root.querySelectorAll(of)]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map(({ x, y, width, height }) => [x, y, width, height]);
  }, selector);
}

describe.skipIf(!hasBrowser)('on a phone', () => {
  test('with the CSS line of the README, the player has its size before its script runs, and the page does not shift', async () => {
    const place = (): Promise<number[]> =>
      page.evaluate(() => {
        const [player, text] = [document.querySelector('odori-player')!, document.querySelector('p')!];
        return [player.offsetWidth, player.offsetHeight, text.getBoundingClientRect().top];
      });
    const before = await place();
    expect(before.slice(0, 2)).toEqual([352, 198]); // 16 : 9
    expect(await page.evaluate(() => customElements.get('odori-player'))).toBeUndefined();
    sendScript();
    await page.waitForFunction(() =>
      document.querySelector('odori-player')!.shadowRoot?.querySelector('media-control-bar'),
    );
    await page.evaluate(async () => {
      for (let i = 0; i < 10; i++) await new Promise(requestAnimationFrame);
    });
    expect(await place()).toEqual(before);
    expect(await page.evaluate('shift')).toBe(0);
  });

  test('every button is at least 44 pixels wide and high, and so is the reach of the time slider', async () => {
    const buttons = await boxes(
      'media-control-bar :is(media-play-button, media-mute-button, media-playback-rate-button, media-fullscreen-button)',
    );
    expect(buttons.length).toBe(4);
    for (const [, , width, height] of buttons) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    const reach = await page.evaluate(() => {
      const slider = document.querySelector('odori-player')!.shadowRoot!.querySelector('media-time-range')!;
      return slider.shadowRoot!.querySelector('input')!.getBoundingClientRect().height;
    });
    expect(reach).toBeGreaterThanOrEqual(44);
  });

  test('buttons and time slider stay within the picture', async () => {
    const [[left, top, width, height]] = await boxes('media-controller');
    for (const [x, y, w, h] of await boxes('media-control-bar > :not(.space)')) {
      expect([x >= left, y >= top, x + w <= left + width, y + h <= top + height]).toEqual(
        Array(4).fill(true),
      );
    }
  });

  test('the background follows the color scheme of the system when it changes', async () => {
    const background = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.querySelector('odori-player')!).backgroundColor);
    const day = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).not.toBe(day);
  });
});
