import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import type { PreviewServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveDemos } from '#test/support/built-demos.js';
import { walkBytes } from '#test/support/element-pages.js';
import { hasBrowser, launchBrowser } from '#test/support/launch-browser.js';
import { useBuiltDemos } from '#test/support/use-built-demos.js';
import { WITHOUT_DRAWING } from '#test/support/without-drawing.js';

const site = useBuiltDemos();
/** A copy, which can change and vanish. */
const folder = mkdtempSync(join(tmpdir(), 'odori-offline-'));
let server: PreviewServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (!hasBrowser) return;
  cpSync(site, folder, { recursive: true });
  server = await serveDemos(folder);
  browser = await launchBrowser([
    '--no-sandbox',
    '--mute-audio',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ]);
  page = await browser.newPage({ viewport: { width: 320, height: 240 } });
  await page.addInitScript(WITHOUT_DRAWING);
  await page.addInitScript('globalThis.player = () => document.querySelector("odori-player")');
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true });
});

test.skipIf(!hasBrowser)(
  'in airplane mode the dance page opens: she dances to her song, and the shelf plays; a page that was not visited does not open',
  async () => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const address = `${server.resolvedUrls!.local[0]}dance/`;
    await page.goto(address);
    await expect
      .poll(() => page.evaluate(async () => !!(await caches.match('../assets/files/song.ogg'))))
      .toBe(true);
    await page.setInputFiles('#files', {
      name: 'walk.vmd',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(walkBytes(7)),
    });
    await page.getByRole('button', { name: 'Keep on the shelf' }).click();
    await page.getByRole('button', { name: 'On the shelf', exact: true }).waitFor();

    // the site changes: the next visit shows it at once
    const file = join(folder, 'dance/index.html');
    const html = readFileSync(file, 'utf8');
    writeFileSync(file, html.replace('<title>Dance', '<title>New dance'));
    await page.goto(`${address}?t=3`);
    expect(await page.title()).toBe('New dance – Odori');

    await page.context().setOffline(true);
    await server.close();
    await page.goto(`${address}?t=3`);
    expect(await page.title()).toBe('Dance – Odori'); // with the code that it was built with
    await page.waitForFunction(() => player().currentTime > 3 && player().loadedModel !== undefined);
    await page.evaluate(() => (player().muted = false)); // now the song is wanted
    await page.waitForFunction(() => (player().player.media?.duration ?? 0) > 10);
    await page.keyboard.press('h');
    await page.getByRole('button', { name: 'Play walk' }).click();
    await page.waitForFunction(() => Math.round(player().loadedMotion?.duration ?? 0) === 7);
    expect(errors).toEqual([]);
    await expect(page.goto(address.replace('/dance/', '/bones/'))).rejects.toThrow('ERR_');
  },
);

/** The player of the page, for functions that run in it. */
declare const player: () => HTMLVideoElement & {
  player: { media?: HTMLMediaElement };
  loadedMotion?: { duration: number };
  loadedModel?: unknown;
};
