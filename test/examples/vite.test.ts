import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dancerZip, readAsset } from '#test/support/dancer-files.js';
import { checkDance, openExample, startBrowser } from '#test/support/example-page.js';
import {
  type ExampleServer,
  installExample,
  type InstalledExample,
} from '#test/support/installed-example.js';

let example: InstalledExample;
let server: ExampleServer;
let browser: Browser;

beforeAll(async () => {
  example = await installExample('vite');
  await example.runWell('npm', 'run', 'build'); // checks the types, too
  server = await example.serve('preview');
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  example?.remove();
});

test('the built page shows the dancer; she dances after a click, also before a free camera; the console is silent', () =>
  checkDance(browser, server.url, {
    selector: 'canvas',
    prepare: (page) => page.getByRole('button', { name: 'Free camera' }).click(),
    play: (page) => page.getByRole('button', { name: 'Play' }).click(),
  }));

test('your own files take the place of the dancer and her dance; the page says what is wrong with them', async () => {
  const { page, problems, close } = await openExample(browser, server.url);
  const status = page.getByRole('status');
  await page.getByText('Drop your own').waitFor();
  const files = page.getByLabel('Open files');
  await files.setInputFiles({ name: 'dance.vmd', mimeType: '', buffer: Buffer.from('not a motion') });
  await expect.poll(() => status.textContent()).toMatch(/^dance\.vmd: /);
  await files.setInputFiles(join(example.folder, 'public/files/dancer.pmx'));
  await expect.poll(() => status.textContent()).toMatch(/^Textures are missing\./);
  const own = ['dance.vmd', 'song.ogg'].map((name) => ({ name, mimeType: '', buffer: readAsset(name) }));
  await files.setInputFiles([{ name: 'dancer.zip', mimeType: '', buffer: dancerZip() }, ...own]);
  await expect.poll(() => status.textContent()).toMatch(/^Drop your own/);
  expect(await page.locator('#song').getAttribute('src')).toMatch(/^blob:/);
  expect(problems).toEqual([]);
  await close();
});
