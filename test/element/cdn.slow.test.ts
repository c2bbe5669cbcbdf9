import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { codeBlocks } from '#test/docs/code-block.js';
import { readPage } from '#test/docs/doc-pages.js';
import { WEBGPU_ARGUMENTS } from '#test/support/browser-arguments.js';
import { hasBrowser, launchBrowser } from '#test/support/launch-browser.js';
import { WITHOUT_DRAWING } from '#test/support/without-drawing.js';

const FILES = join(import.meta.dirname, '../../packages/sample/files');
const INSTALL = 'docs/start/install.md';
/** The pages that the documents show: one with a script tag, one with an import map. */
const [TAG, MAP] = codeBlocks(INSTALL, readPage(INSTALL))
  .filter(({ language }) => language === 'html')
  .map(({ code }) => code);
const CDN = 'https://cdn.jsdelivr.net/npm/';
const ELEMENT = /src="(.*@odori\/element@[^/]*)/.exec(TAG)![1];

let browser: Browser;
let page: Page;
let html: string;
let requests: string[];
let problems: string[];

const ARGUMENTS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

beforeAll(async () => {
  if (!hasBrowser) return;
  browser = await launchBrowser(ARGUMENTS);
});
afterAll(() => browser?.close());

beforeEach(async () => {
  if (!hasBrowser) return;
  [requests, problems] = [[], []];
  page = await openPage(browser);
});
afterEach(() => page?.close());

async function openPage(by: Browser): Promise<Page> {
  page = await by.newPage({ viewport: { width: 320, height: 180 } });
  await page.addInitScript(WITHOUT_DRAWING);
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  await page.route('**/*', answer);
  return page;
}

/** Answers as the CDN and as the server of a page on another origin. */
async function answer(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  if (url.href.startsWith(CDN)) return answerAsCdn(route, url.href);
  if (url.pathname === '/favicon.ico') return route.fulfill({ status: 204 });
  if (url.pathname !== '/') return route.fulfill({ body: readFileSync(join(FILES, url.pathname)) });
  const head = '<!doctype html><meta charset="utf-8"><title>Dance</title>';
  return route.fulfill({ body: head + html, contentType: 'text/html' });
}

/** Sends files of a package, if the address has the version that is installed. */
async function answerAsCdn(route: Route, address: string): Promise<void> {
  requests.push(address);
  const [, name, version, path] =
    /^((?:@[^/]+\/)?[^@/]+)@([^/]+)\/?(.*)$/.exec(address.slice(CDN.length)) ?? [];
  const places = [inject('packedFolder'), join(import.meta.dirname, '..')];
  const folder = places.map((place) => join(place, 'node_modules', name)).find((each) => existsSync(each));
  const headers = { 'access-control-allow-origin': '*' };
  if (folder === undefined) return route.fulfill({ status: 404, headers });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  // For the address of a package, jsDelivr sends the file that the manifest names, without redirecting.
  const file = join(folder, path || manifest['jsdelivr']);
  if (manifest['version'] !== version || !existsSync(file)) return route.fulfill({ status: 404, headers });
  return route.fulfill({ body: readFileSync(file), headers, contentType: 'text/javascript' });
}

/** The part of the element that the test uses inside the page. */
interface PlayerElement extends HTMLElement {
  readyState: number;
  activeRenderer: string | null;
  loadedModel?: { physics?: { bodyCount: number } };
  record(options: object): Promise<Blob>;
}

test.skipIf(!hasBrowser).each([
  ['the file', '/dist/odori-player.js'],
  ['the package alone', ''],
])(
  'a page with one script tag for the address of %s at jsDelivr dances with physics and records',
  async (_address, path) => {
    html = TAG.replace('/dist/odori-player.js', path);
    await page.goto('http://localhost/');
    await page.waitForFunction(() => document.querySelector<PlayerElement>('odori-player')?.readyState === 4);
    const result = await page.evaluate(async () => {
      const element = document.querySelector<PlayerElement>('odori-player')!;
      const film = await element.record({ width: 64, height: 36, fps: 10, range: { start: 0, end: 0.5 } });
      return { hasBodies: element.loadedModel!.physics!.bodyCount > 0, isFull: film.size > 1000 };
    });
    expect(result).toEqual({ hasBodies: true, isFull: true });
    const later = ['model-worker', 'motion-worker', 'physics', 'record'];
    const files = [path, ...later.map((name) => `/dist/odori-player-${name}.js`)];
    const wanted = requests.filter((request) => !/-poses?[.-]/.test(request)); // on 4 cores
    expect([wanted.toSorted(), problems]).toEqual([files.map((file) => ELEMENT + file).toSorted(), []]);
  },
);

/** The module with an import map, as the element's README shows it. */
const MODULE = `
  <script type="importmap">${JSON.stringify({
    imports: {
      three: `${CDN}three@0.187.0/build/three.module.js`,
      'three/addons/': `${CDN}three@0.187.0/examples/jsm/`,
      'three/webgpu': `${CDN}three@0.187.0/build/three.webgpu.js`,
      'three/tsl': `${CDN}three@0.187.0/build/three.tsl.js`,
    },
  })}</script>
  <script type="module" src="${ELEMENT}/dist/odori-player.module.js"></script>
  ${TAG.slice(TAG.indexOf('<odori-player'))}`;

test.skipIf(!hasBrowser).each([
  ['odori-player.js', TAG, 'odori-player-webgpu.js'],
  ['odori-player.module.js', MODULE, 'odori-player.module-webgpu.js'],
])(
  'a page with %s and renderer="webgpu" dances by WebGPU, which comes from a file of its own',
  async (_name, tag, file) => {
    html = tag.replace('<odori-player', '<odori-player renderer="webgpu"');
    await using withWebGPU = await launchBrowser([...ARGUMENTS, ...WEBGPU_ARGUMENTS]);
    await page.close();
    page = await openPage(withWebGPU);
    await page.goto('http://localhost/');
    await page.waitForFunction(() => document.querySelector<PlayerElement>('odori-player')?.readyState === 4);
    const player = page.locator('odori-player');
    expect(await player.evaluate((element: PlayerElement) => element.activeRenderer)).toBe('webgpu');
    expect(
      await player.evaluate((element: PlayerElement) => element.loadedModel!.physics!.bodyCount),
    ).toBeGreaterThan(0);
    expect(requests).toContain(`${ELEMENT}/dist/${file}`);
    expect(problems).toEqual([]);
  },
);

test.skipIf(!hasBrowser)(
  'the import map in the documents loads all modules of a model in a three.js scene, with one copy of three',
  async () => {
    expect(MAP).toContain('type="importmap"');
    // What a page loads later is loaded, too: physics, accessories, zips.
    const names = [...MAP.matchAll(/"([^"]+[^/"])": "https:/g)].map(([, name]) => name);
    const all = `await Promise.all(${JSON.stringify(names)}.map((name) => import(name)));`;
    html = MAP.replace(/(?=<\/script>\s*$)/, `${all} window.children = scene.children;`);
    await page.goto('http://localhost/');
    await page.waitForFunction(() => (window as { children?: unknown[] }).children?.length === 1);
    expect(problems).toEqual([]);
    const loaded = requests.map((address) => /^(?:@[^/]+\/)?[^@/]+/.exec(address.slice(CDN.length))![0]);
    expect([...new Set(loaded)].toSorted()).toEqual([
      '@odori/format',
      '@odori/model',
      '@odori/physics',
      '@odori/runtime',
      'fflate',
      'three',
    ]);
    expect(requests.filter((address) => address.endsWith('/three.module.js'))).toHaveLength(1);
  },
);
