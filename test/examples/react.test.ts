import { expect, test } from 'vitest';
import { dancerZip } from '#test/support/dancer-files.js';
import { checkDance, openExample, serveExample } from '#test/support/example-page.js';

const served = serveExample('react', 'preview');

test('the built page shows the dancer; she follows the buttons of <audio>; the console is silent', () =>
  checkDance(served.browser, served.server.url, {
    selector: 'canvas',
    prepare: async (page) => {
      await page.getByText('Press play.').waitFor();
      await page.getByRole('button', { name: 'Free camera' }).click();
    },
    play: (page) => page.locator('audio').evaluate((song: HTMLAudioElement) => song.play()),
  }));

test('a model that cannot be shown is an error on the page, and the next model is shown', async () => {
  const { page, close } = await openExample(served.browser, served.server.url);
  await page.getByText('Press play.').waitFor();
  const file = page.getByLabel('Open a zip');
  await file.setInputFiles({ name: 'cat.zip', mimeType: '', buffer: Buffer.from('not a zip') });
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^cat\.zip: /);
  await file.setInputFiles({ name: 'dancer.zip', mimeType: '', buffer: dancerZip() });
  await page.locator('canvas').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await close();
});
