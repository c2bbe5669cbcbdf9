import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dancerZip, readAsset } from '#test/support/dancer-files.js';
import { checkDance, openExample, serveExample } from '#test/support/example-page.js';

const served = serveExample('vite', 'preview');

test('the built page shows the dancer; she dances after a click, also before a free camera; the console is silent', () =>
  checkDance(served.browser, served.server.url, {
    selector: 'canvas',
    prepare: (page) => page.getByRole('button', { name: 'Free camera' }).click(),
    play: (page) => page.getByRole('button', { name: 'Play' }).click(),
  }));

test('your own files take the place of the dancer and her dance; the page says what is wrong with them', async () => {
  const { page, problems, close } = await openExample(served.browser, served.server.url);
  const status = page.getByRole('status');
  await page.getByText('Drop your own').waitFor();
  const files = page.getByLabel('Open files');
  await files.setInputFiles({ name: 'dance.vmd', mimeType: '', buffer: Buffer.from('not a motion') });
  await expect.poll(() => status.textContent()).toMatch(/^dance\.vmd: /);
  await files.setInputFiles(join(served.example.folder, 'public/files/dancer.pmx'));
  await expect.poll(() => status.textContent()).toMatch(/^Textures are missing\./);
  const own = ['dance.vmd', 'song.ogg'].map((name) => ({ name, mimeType: '', buffer: readAsset(name) }));
  await files.setInputFiles([{ name: 'dancer.zip', mimeType: '', buffer: dancerZip() }, ...own]);
  await expect.poll(() => status.textContent()).toMatch(/^Drop your own/);
  expect(await page.locator('#song').getAttribute('src')).toMatch(/^blob:/);
  expect(problems).toEqual([]);
  await close();
});
