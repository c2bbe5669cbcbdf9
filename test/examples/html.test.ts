import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_ARGUMENTS } from '#test/support/browser-arguments.js';
import { checkDance, openExample } from '#test/support/example-page.js';
import {
  type ExampleServer,
  installExample,
  type InstalledExample,
} from '#test/support/installed-example.js';
import { launchBrowser } from '#test/support/launch-browser.js';

let example: InstalledExample;
let server: ExampleServer;
let browser: Browser;

beforeAll(async () => {
  example = await installExample('html');
  server = await example.serve('start');
  browser = await launchBrowser(BROWSER_ARGUMENTS);
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  example?.remove();
});

test('a page without a build step shows the dancer; she follows the buttons of <audio>; the console is silent', () =>
  checkDance(browser, server.url, {
    selector: 'canvas',
    prepare: (page) => page.getByText('Press play.').waitFor(),
    play: (page) => page.locator('#song').evaluate((song: HTMLAudioElement) => song.play()),
  }));

test('a page with one tag shows the dancer, who dances; the console is silent', () =>
  checkDance(browser, `${server.url}/player.html`, {
    selector: 'odori-player',
    prepare: async (page) => {
      await waitForPlayer(page);
      await page.locator('odori-player').evaluate((player) => Object.assign(player, { cameraMode: 'orbit' }));
    },
    play: (page) => page.getByRole('button', { name: 'play' }).first().click(),
  }));

function waitForPlayer(page: Page): Promise<unknown> {
  return page.waitForFunction(
    () => document.querySelector<HTMLMediaElement>('odori-player')!.readyState === 4,
  );
}

test('the page says which file is missing', async () => {
  const { page, close } = await openExample(browser, server.url, 'dance.vmd');
  await page.getByText('dance.vmd: the server answered 404 Not Found').waitFor();
  expect(await page.getByRole('status').textContent()).toBe('dance.vmd: the server answered 404 Not Found');
  await close();
});

/** As the README says: the folder of a package becomes its address at jsDelivr. */
function atJsDelivr(path: string): string {
  const [, name] = /^((?:@odori\/)?[^/]+)\//.exec(path)!;
  const manifest = readFileSync(join(example.folder, 'node_modules', name, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return `https://cdn.jsdelivr.net/npm/${name}@${version}${path.slice(name.length)}`;
}

/** Answers for jsDelivr with the installed files. Returns the paths that were requested. */
async function replaceJsDelivr(page: Page): Promise<string[]> {
  const requested: string[] = [];
  await page.route('https://cdn.jsdelivr.net/npm/**', (route) => {
    const path = new URL(route.request().url()).pathname.replace(/^\/npm\//, '');
    requested.push(path);
    return route.fulfill({
      path: join(example.folder, 'node_modules', path.replace(/@\d[^/]*/, '')),
      headers: { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' },
    });
  });
  return requested;
}

test.each([
  ['index.html', (page: Page) => page.getByText('Press play.').waitFor()],
  ['player.html', waitForPlayer],
])('%s also works with addresses of jsDelivr', async (name, wait) => {
  const html = readFileSync(join(example.folder, name), 'utf8');
  const body = html.replaceAll(/\.\/node_modules\/([^"]+)/g, (_, path: string) => atJsDelivr(path));
  const { page, problems, close } = await openExample(browser, 'about:blank');
  const requested = await replaceJsDelivr(page);
  await page.route(`${server.url}/${name}`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${server.url}/${name}`);
  await wait(page);
  expect(requested.length).toBeGreaterThan(1);
  expect(problems).toEqual([]);
  await close();
});
