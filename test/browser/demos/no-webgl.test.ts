import { expect, test } from 'vitest';
import { openPage } from '#test/support/open-page.js';

test.each([
  'vrm',
  'clips',
  'crowd',
  'look',
  'companion',
  'physics',
  'pose',
  'project',
  'bones',
  'effects',
  'renderers',
])('without WebGL, the page %s says so in a sentence', async (name) => {
  const page = await openPage(`/demos/${name}/index.html`, (window) => {
    window.HTMLCanvasElement.prototype.getContext = () => null;
  });
  const status = page.document.querySelector('#status')!;
  await expect
    .poll(() => status.textContent)
    .toBe('This page needs WebGL 2, which is not available in this browser.');
  expect(status.checkVisibility()).toBe(true);
  expect(page.errors).toEqual([]);
  page.close();
});
