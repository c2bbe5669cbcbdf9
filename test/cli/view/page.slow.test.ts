import type { OdoriPlayerElement } from '@odori/element';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BROWSER_ARGUMENTS } from '#test/support/browser-arguments.js';
import { hasBrowser, launchBrowser } from '#test/support/launch-browser.js';
import { openView } from './open-view.js';

const FILES = join(import.meta.dirname, '../../../packages/sample/files');
/** What a computer without a graphics card draws fast. */
const LIGHT = ['--look', 'plain', '--physics', 'off', '--stage', 'none'];
/** The page draws triangles only while the test takes a picture: without a graphics card, each takes long. */
const DRAWING_FOR_PICTURES = `
window.isDrawing = false;
for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays', 'drawArraysInstanced']) {
  const draw = WebGL2RenderingContext.prototype[name];
  WebGL2RenderingContext.prototype[name] = function (...parameters) {
    if (window.isDrawing) draw.apply(this, parameters);
  };
}
`;

test.skipIf(!hasBrowser)(
  'the page dances to the song, seeks in it, and breaks no rule of its own policy',
  async () => {
    const { address } = await openView(
      ['dancer.pmx', 'dance.vmd', 'camera.vmd', 'song.ogg', ...LIGHT],
      FILES,
    );
    const browser = await launchBrowser(BROWSER_ARGUMENTS);
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 160, height: 90 } });
    await page.addInitScript(DRAWING_FOR_PICTURES);
    const problems: string[] = [];
    page.on('console', (message) => problems.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith('blob:'))
        problems.push(request.url());
    });
    await page.goto(address);
    expect(await page.title()).toBe('踊り子 (Odoriko) – odori view');
    const player = page.locator('odori-player');
    await expect
      .poll(() => player.evaluate((element: OdoriPlayerElement) => element.currentTime))
      .toBeGreaterThan(0.5); // it plays by itself, and the song leads
    const picture = (): Promise<number[]> =>
      player.evaluate(async (element: OdoriPlayerElement) => {
        Object.assign(window, { isDrawing: true });
        const image = await createImageBitmap(await element.capture());
        Object.assign(window, { isDrawing: false });
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
        context.drawImage(image, 0, 0);
        return [...context.getImageData(0, 0, image.width, image.height).data];
      });
    const before = await picture();
    await player.evaluate((element: OdoriPlayerElement) => {
      element.currentTime = 40;
    });
    await expect
      .poll(() => player.evaluate((element: OdoriPlayerElement) => element.currentTime))
      .toBeGreaterThan(40.2);
    const after = await picture();
    const changed = after.filter((value, i) => Math.abs(value - before[i]) > 16).length;
    expect(changed / after.length).toBeGreaterThan(0.05); // the camera and the dancer are elsewhere
    expect(
      await player.evaluate((element: OdoriPlayerElement) => [element.error, element.seekable.end(0) > 60]),
    ).toEqual([null, true]);
    expect(problems).toEqual([]);
  },
);
