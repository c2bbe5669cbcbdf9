import { build } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OdoriPlayerElement } from '@odori/element';
import { readSnippets } from '#demos/shared/copy-and-go/code-section.js';
import { BROWSER_ARGUMENTS } from '#test/support/browser-arguments.js';
import { hasBrowser, launchBrowser } from '#test/support/launch-browser.js';
import { WITHOUT_DRAWING } from '#test/support/without-drawing.js';

const FILES = join(import.meta.dirname, '../../../../packages/sample/files');
const TEST = join(import.meta.dirname, '../../..');
const STAGE = inject('packedFolder');
const CDN = 'https://cdn.jsdelivr.net/npm/@odori/element@0.1.0/dist/';
const HEAD =
  '<!doctype html><meta charset="utf-8"><title>Copied</title><style>odori-player { width: 160px }</style>';

let browser: Browser;

beforeAll(async () => {
  if (hasBrowser) browser = await launchBrowser(BROWSER_ARGUMENTS);
});
afterAll(() => browser?.close());

/** The code that the dance page gives to copy. */
const codeOf = (kind: string): string => readSnippets('dance').find((snippet) => snippet.kind === kind)!.code;

/**
 * Opens a page with copied code, beside the files of our dancer. `prepare` is a script that runs before the
 * page's own.
 */
async function openCopy(body: string, prepare = ''): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 160, height: 90 } });
  const problems: string[] = [];
  await page.addInitScript(prepare);
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  await page.route('**/*', (route) => answer(route, HEAD + body));
  await page.goto('http://localhost/');
  return { page, problems };
}

async function answer(route: Route, html: string): Promise<void> {
  const url = new URL(route.request().url());
  const path = url.href.startsWith(CDN) ? url.href.slice(CDN.length) : url.pathname.slice(1);
  if (path.startsWith('odori-player')) {
    const body = readFileSync(join(STAGE, 'node_modules/@odori/element/dist', path));
    return route.fulfill({
      body,
      headers: { 'access-control-allow-origin': '*' },
      contentType: 'text/javascript',
    });
  }
  if (url.pathname === '/') return route.fulfill({ body: html, contentType: 'text/html' });
  const file = join(FILES, url.pathname);
  return existsSync(file) ? route.fulfill({ body: readFileSync(file) }) : route.fulfill({ status: 204 });
}

test.skipIf(!hasBrowser)('the copied tag dances to the song', async () => {
  const { page, problems } = await openCopy(codeOf('tag'), WITHOUT_DRAWING);
  const player = page.locator('odori-player');
  await player.evaluate((element: OdoriPlayerElement) => element.play());
  await expect
    .poll(() => player.evaluate((element: OdoriPlayerElement) => element.currentTime))
    .toBeGreaterThan(0.3);
  expect(
    await player.evaluate((element: OdoriPlayerElement) =>
      element.loadedModel?.rig.worldPositions.some((value) => value > 10),
    ),
  ).toBe(true);
  expect(problems).toEqual([]);
  await page.close();
});

test.skipIf(!hasBrowser)(
  'the copied program for three.js draws the dancer, and moves her after a click',
  async () => {
    const { outputFiles } = await build({
      stdin: { contents: codeOf('three'), resolveDir: STAGE, loader: 'ts' },
      bundle: true,
      format: 'esm',
      target: 'es2022',
      write: false,
      nodePaths: [join(TEST, 'node_modules')],
    });
    const { page, problems } = await openCopy(
      `<body><script type="module">${outputFiles[0].text.replaceAll('</script', '<\\/script')}</script>`,
    );
    const picture = (): Promise<number[]> =>
      page.locator('canvas').evaluate(async (canvas: HTMLCanvasElement) => {
        // before the browser clears what was drawn
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
        context.drawImage(canvas, 0, 0);
        return [...context.getImageData(0, 0, canvas.width, canvas.height).data];
      });
    await expect
      .poll(async () => (await picture()).filter((value) => value > 0).length, { interval: 500 })
      .toBeGreaterThan(2000);
    const still = await picture();
    await page.mouse.click(20, 20);
    await expect
      .poll(
        async () =>
          (await picture()).filter((value, i) => Math.abs(value - still[i]) > 24).length / still.length,
        { interval: 500 },
      )
      .toBeGreaterThan(0.05);
    expect(problems).toEqual([]);
    await page.close();
  },
);
