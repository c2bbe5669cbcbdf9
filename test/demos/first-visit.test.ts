import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { walkBytes } from '#test/support/element-pages.js';
import { findBrowser } from '#test/support/find-browser.js';

const ROOT = join(import.meta.dirname, '../..');
const DANCER = join(ROOT, 'demos/assets/files/dancer.pmx');
const ARGUMENTS = ['--no-sandbox', '--mute-audio'];
const executablePath = await findBrowser();
vi.setConfig({ testTimeout: 120_000 });
const site = mkdtempSync(join(tmpdir(), 'odori-visit-'));
let server: PreviewServer;
let browser: Browser | undefined;

beforeAll(async () => {
  if (executablePath === undefined) return;
  const options = { configFile: join(ROOT, 'vite.config.ts'), logLevel: 'error' } as const;
  await build({ ...options, build: { outDir: site, emptyOutDir: true } });
  server = await preview({ ...options, build: { outDir: site }, preview: { port: 0 } });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(site, { recursive: true });
});

/** Opens a page in a browser with these arguments; collects its uncaught errors. */
async function open(path: string, args: readonly string[]): Promise<{ page: Page; errors: string[] }> {
  await browser?.close();
  browser = await chromium.launch({ executablePath: executablePath!, args: [...ARGUMENTS, ...args] });
  const page = await browser.newPage({ viewport: { width: 320, height: 240 } });
  page.setDefaultTimeout(110_000);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript('globalThis.player = () => document.querySelector("odori-player")');
  await page.goto(server.resolvedUrls!.local[0] + path);
  return { page, errors };
}

function file(name: string, bytes: Uint8Array): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
}

test.skipIf(executablePath === undefined)(
  'the index that has loaded seeks, loops, opens other files and simulates physics without the network',
  async () => {
    const { page, errors } = await open('', ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']);
    await page.waitForFunction(() => {
      const { media } = player().player;
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')];
      const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
      const isSongLoaded = media?.buffered.length === 1 && media.buffered.end(0) > media.duration - 1;
      return (
        isSongLoaded && !document.querySelector('#later-code') && links.every(({ href }) => loaded.has(href))
      );
    });
    await page.context().setOffline(true);
    const times = await page.evaluate(async () => {
      const seen: number[] = [];
      for (const time of [40, player().duration - 0.5]) {
        player().currentTime = time;
        seen.push(Math.round(player().currentTime - time));
      }
      return seen;
    });
    expect(times).toEqual([0, 0]);
    await page.waitForFunction(() => player().currentTime < 20 && !player().paused); // it has begun again
    await page.setInputFiles('#files', file('walk.vmd', walkBytes(7)));
    await page.waitForFunction(() => Math.round(player().loadedMotion?.duration ?? 0) === 7);
    const last = await page.evaluateHandle(() => player().loadedModel);
    await page.setInputFiles('#files', file('dancer.pmx', readFileSync(DANCER)));
    await page.waitForFunction(
      (model) => player().loadedModel !== model && player().loadedModel?.physics,
      last,
    );
    expect(errors).toEqual([]);
  },
);

test.skipIf(executablePath === undefined)(
  'without WebGL the index, the dance and the embed page say so, and the picture of the dancer stays on the index',
  async () => {
    const { page, errors } = await open('', ['--disable-gpu', '--disable-3d-apis']);
    const problem = page.getByText(/WebGL 2/).first();
    await problem.waitFor();
    const poster = page.locator('.masthead picture img');
    expect([await problem.isVisible(), await poster.evaluate((image) => image.checkVisibility())]).toEqual([
      true,
      true,
    ]);
    for (const path of ['dance/', 'embed/']) {
      await page.goto(server.resolvedUrls!.local[0] + path);
      await problem.waitFor();
      expect(await problem.isVisible(), path).toBe(true);
    }
    expect(errors).toEqual([]);
  },
);

/** The player of the page, for functions that run in it. */
declare const player: () => HTMLVideoElement & {
  player: { media?: HTMLMediaElement };
  loadedMotion?: { duration: number };
  loadedModel?: { physics?: unknown };
};
