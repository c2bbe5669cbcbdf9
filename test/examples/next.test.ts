import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { checkDance, openExample, serveExample } from '#test/support/example-page.js';

const served = serveExample('next', 'start');

/** What a server must send: the tag with its attributes and its fallback. */
const TAG =
  /<odori-player model="\/files\/dancer\.pmx" [^>]*controls=""[^>]*><p>The dancer is loading\.<\/p><noscript>/;

test('the HTML of the server has the tag with its fallback, and no error', async () => {
  const response = await fetch(served.server.url);
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(TAG);
});

test('in the served.browser, the tag becomes the player; the dancer dances; the console is silent', () =>
  checkDance(served.browser, served.server.url, {
    selector: 'odori-player',
    prepare: async (page: Page) => {
      await page.getByText('is ready. Press play.').waitFor();
      await page.locator('odori-player').evaluate((player) => Object.assign(player, { cameraMode: 'orbit' }));
    },
    play: (page) => page.getByRole('button', { name: 'play' }).first().click(),
  }));

test('without scripts, the page shows the fallback', async () => {
  const context = await served.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(served.server.url);
  expect(await page.getByText('The dancer is loading.').isVisible()).toBe(true);
  await context.close();
});

test('with the export turned on, the build is a static site that any server can send', async () => {
  const config = join(served.example.folder, 'next.config.ts');
  writeFileSync(config, readFileSync(config, 'utf8').replace("// output: 'export'", "output: 'export'"));
  await served.example.runWell('npm', 'run', 'build');
  expect(readFileSync(join(served.example.folder, 'out/index.html'), 'utf8')).toMatch(TAG);
  const { page, problems, close } = await openExample(served.browser, 'about:blank');
  await page.route('http://static.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({
      path: join(served.example.folder, 'out', pathname === '/' ? 'index.html' : pathname),
    });
  });
  await page.goto('http://static.test/');
  await page.getByText('is ready. Press play.').waitFor();
  expect(problems).toEqual([]);
  await close();
});
