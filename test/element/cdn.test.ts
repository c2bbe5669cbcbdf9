import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page, type Route } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { findBrowser } from '#test/support/find-browser.js';

const PACKAGE = join(inject('packedFolder'), 'node_modules/@odori/element');
const { version, jsdelivr } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
  version: string;
  jsdelivr: string;
};
const FILES = join(import.meta.dirname, '../../demos/assets/files');
const CDN = `https://cdn.jsdelivr.net/npm/@odori/element@${version}`;

const executablePath = await findBrowser();
let browser: Browser;
let page: Page;
let requests: string[];
let problems: string[];

beforeAll(async () => {
  if (executablePath === undefined) return;
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
  browser = await chromium.launch({ executablePath, args });
});
afterAll(() => browser?.close());

beforeEach(async () => {
  if (executablePath === undefined) return;
  [requests, problems] = [[], []];
  page = await browser.newPage({ viewport: { width: 320, height: 180 } });
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  await page.route('**/*', answer);
});
afterEach(() => page?.close());

/** Answers as the CDN and as the server of a page on another origin. */
async function answer(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  if (url.href.startsWith(CDN)) {
    const path = url.href.slice(CDN.length);
    requests.push(path);
    // For the address of the package, jsDelivr sends the file that the manifest names, without redirecting.
    const file = join(PACKAGE, path === '' ? jsdelivr : path);
    const headers = { 'access-control-allow-origin': '*' };
    if (!existsSync(file)) return route.fulfill({ status: 404, headers });
    return route.fulfill({ body: readFileSync(file), headers, contentType: 'text/javascript' });
  }
  const script = url.searchParams.get('script');
  if (script === null) return route.fulfill({ body: readFileSync(join(FILES, url.pathname)) });
  const body = `<!doctype html><meta charset="utf-8"><title>Dance</title>
    <script type="module" src="${script}"></script>
    <odori-player model="dancer.pmx" motion="dance.vmd"></odori-player>`;
  return route.fulfill({ body, contentType: 'text/html' });
}

/** The part of the element that the test uses inside the page. */
interface PlayerElement extends HTMLElement {
  readyState: number;
  loadedModel?: { physics?: { bodyCount: number } };
  record(options: object): Promise<Blob>;
}

test.skipIf(executablePath === undefined).each([
  ['the file', '/dist/odori-player.js'],
  ['the package alone', ''],
])(
  'a page with one script tag for the address of %s dances with physics and records',
  async (_address, path) => {
    await page.goto(`http://localhost/?script=${CDN}${path}`);
    await page.waitForFunction(() => document.querySelector<PlayerElement>('odori-player')?.readyState === 4);
    const result = await page.evaluate(async () => {
      const element = document.querySelector<PlayerElement>('odori-player')!;
      const film = await element.record({ width: 64, height: 36, fps: 10, range: { start: 0, end: 0.5 } });
      return { hasBodies: element.loadedModel!.physics!.bodyCount > 0, isFull: film.size > 1000 };
    });
    expect(result).toEqual({ hasBodies: true, isFull: true });
    const files = [path, '/dist/odori-player-physics.js', '/dist/odori-player-record.js'];
    expect([requests, problems]).toEqual([files, []]);
  },
  60_000,
);
