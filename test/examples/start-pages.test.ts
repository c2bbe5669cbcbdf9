import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { ROOT } from '#test/docs/doc-pages.js';
import { BROWSER_ARGUMENTS } from '#test/support/browser-arguments.js';
import { difference } from '#test/support/compare-pictures.js';
import { drawnPixels, openExample } from '#test/support/example-page.js';
import { followPage } from '#test/support/followed-page.js';
import { launchBrowser } from '#test/support/launch-browser.js';
import { expect } from 'vitest';

const FOLDERS = ['docs', 'docs/ja', 'docs/zh'].filter((folder) => existsSync(join(ROOT, folder, 'index.md')));
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser(BROWSER_ARGUMENTS);
});

afterAll(() => browser?.close());

describe.each(FOLDERS)('who follows the pages in %s', (folder) => {
  test('start/tag sees her dance in a player', () =>
    checkPage(`${folder}/start/tag.md`, 'odori-player', unpackZip));

  test('start/three sees her dance in a scene', () => checkPage(`${folder}/start/three.md`, 'canvas'));

  test('start/react sees her dance in components', () => checkPage(`${folder}/start/react.md`, 'canvas'));
});

/** Checks that what a page says gives a picture that moves once it plays, without errors. */
async function checkPage(path: string, selector: string, prepare?: (folder: string) => void): Promise<void> {
  const followed = await followPage(path, prepare);
  try {
    const { page, problems, close } = await openExample(browser, followed.server.url);
    await page.locator(selector).waitFor();
    await play(page);
    const before = await drawnPixels(page, selector);
    await expect
      .poll(async () => difference(await drawnPixels(page, selector), before))
      .toBeGreaterThan(0.02);
    expect(
      problems.filter((problem) => !/THREE\.Clock|favicon|\[vite\]|React DevTools/.test(problem)),
    ).toEqual([]);
    await close();
  } finally {
    followed.close();
  }
}

/** Waits until there is something to play, and plays it. */
async function play(page: Page): Promise<void> {
  const media = page.locator('audio, odori-player').first();
  await media.waitFor({ state: 'attached' });
  await media.evaluate((element: HTMLMediaElement) => {
    element.muted = true;
    return element.play();
  });
}

/** What is in odori-start.zip besides the page. */
function unpackZip(folder: string): void {
  cpSync(join(inject('packedFolder'), 'node_modules/@odori/element/dist'), folder, { recursive: true });
  cpSync(join(ROOT, 'packages/sample/files'), folder, { recursive: true });
}
