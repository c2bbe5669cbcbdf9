import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { hasBrowser, launchBrowser } from '#test/support/launch-browser.js';
import { ModelBuilder } from '#test/support/model-builder.js';

const SCRIPT = join(inject('packedFolder'), 'node_modules/@odori/element/dist/odori-player.js');
/** A page that can be scrolled, with a player that has no camera track. */
const HTML = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Scroll</title>
  <odori-player model="/board.pmx" style="width: 320px; height: 180px"></odori-player>
  <p style="height: 3000px"></p>
  <script>const player = () => document.querySelector("odori-player");</script>
  <script type="module" src="/odori-player.js"></script>`;
/** A place on the picture, beside its middle. */
const [X, Y] = [120, 120];

let browser: Browser;
let page: Page;
let touch: CDPSession;

beforeAll(async () => {
  if (!hasBrowser) return;
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  browser = await launchBrowser(args);
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  page = await (await browser.newContext(phone)).newPage();
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: HTML });
    if (pathname === '/board.pmx') return route.fulfill({ body: boardBytes() });
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(SCRIPT) });
  });
  await page.goto('http://localhost/');
  await page.waitForFunction(() => player().readyState === 4);
  touch = await page.context().newCDPSession(page);
});

/** Scrolls to the top, and waits until the page does not move on by its momentum. */
beforeEach(async () => {
  if (!hasBrowser) return;
  await page.evaluate(async () => {
    for (let still = 0; still < 10; still++) {
      scrollTo(0, 0);
      await new Promise(requestAnimationFrame);
      if (scrollY !== 0) still = 0;
    }
  });
});

afterAll(() => browser?.close());

/** In the page. */
declare function player(): HTMLElement & { readyState: number; capture(): Promise<Blob> };

function boardBytes(): Buffer {
  const builder = new ModelBuilder();
  builder.material();
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  return Buffer.from(builder.bytes());
}

const scrolled = (): Promise<number> => page.evaluate(() => scrollY);

/** The picture, as text. */
const picture = (): Promise<string> =>
  page.evaluate(async () => {
    const bytes = new Uint8Array(await (await player().capture()).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  });

/**
 * Moves a finger over the picture, by CSS pixels. It rests before it leaves: that gives the page no momentum.
 */
async function swipe(sideways: number, down: number): Promise<void> {
  const start = Date.now() / 1000 - 1; // the events say when they happened, whenever they are sent
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    seconds: number,
    part?: number,
  ): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      timestamp: start + seconds,
      touchPoints: part === undefined ? [] : [{ x: X + part * sideways, y: Y + part * down }],
    });
  await send('touchStart', 0, 0);
  for (let step = 1; step <= 8; step++) await send('touchMove', step / 100, step / 8);
  await send('touchMove', 0.5, 1);
  await send('touchEnd', 0.5);
}

describe.skipIf(!hasBrowser)('over a player without a camera track', () => {
  test('swiping up scrolls the page and leaves the picture as it was', async () => {
    const before = await picture();
    await swipe(0, -80);
    await expect.poll(scrolled).toBeGreaterThan(40);
    expect(await picture()).toBe(before);
  });

  test('swiping sideways turns the camera', async () => {
    const before = await picture();
    await swipe(30, 2); // 60°: the board is still in sight
    expect(await picture()).not.toBe(before);
    expect(await scrolled()).toBe(0);
  });

  test('the wheel scrolls the page; with Ctrl it zooms', async () => {
    const before = await picture();
    await page.mouse.move(X, Y);
    await page.mouse.wheel(0, 100);
    await expect.poll(scrolled).toBe(100);
    expect(await picture()).toBe(before);
    await page.evaluate(() => scrollTo(0, 0));
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(picture).not.toBe(before);
    expect(await scrolled()).toBe(0);
  });
});
