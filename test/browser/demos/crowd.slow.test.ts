import { afterEach, expect, test } from 'vitest';
import { difference } from '#test/support/compare-pictures.js';
import { openDemo, type OpenDemo } from '#test/support/open-demo.js';
import { setDrawing, withoutDrawing } from '#test/support/open-page.js';

let demo: OpenDemo | undefined;

afterEach(() => demo?.close());

test('rows of dancers join until the page says how many are smooth; then the user chooses, and the page measures their cost', async () => {
  demo = await openDemo('crowd', undefined, withoutDrawing);
  const { part, pixels, change } = demo;
  await expect
    .poll(() => part('growth').textContent)
    .toMatch(/^(?:One dancer is|\d+ dancers are|All 500 dancers)/);
  expect(part('growth').textContent.replace('One', '1')).toContain(
    `${part('size-value').textContent} dancer`,
  );
  setDrawing(demo.window, true);
  change('size', '4', 'input');
  expect(part('growth').hidden).toBe(true);
  const before = pixels();
  change('size', '2', 'input');
  await expect.poll(() => difference(pixels(), before)).toBeGreaterThan(0.02);
  const plain = pixels();
  part('outlines').click();
  await expect.poll(() => difference(pixels(), plain)).toBeGreaterThan(0.001);
  expect(part('rate').textContent).toBe('–'); // nothing is measured while paused
  setDrawing(demo.window, false);
  part('play').click();
  await expect.poll(() => part('update').textContent).toMatch(/^\d+\.\d{3} ms$/);
  const [all, each] = ['update', 'each'].map((id) => Number.parseFloat(part(id).textContent));
  expect(Math.abs(all - 2 * each)).toBeLessThan(0.002); // two dancers, three digits
  expect(demo.errors).toEqual([]);
});

test('with WebGPU, eight dancers take the draw calls of two', async () => {
  demo = await openDemo('crowd', 'size=320x180&paused=1&dancers=2&renderer=webgpu');
  const { part, change } = demo;
  expect(part('together')).toHaveProperty('checked', true);
  expect(part('no-webgpu').hidden).toBe(true);
  part('play').click();
  const calls = async (): Promise<number> => {
    await expect.poll(() => part('calls').textContent).toMatch(/^\d+$/);
    return Number(part('calls').textContent);
  };
  const two = await calls();
  expect(two).toBeGreaterThan(20);
  part('calls').textContent = '';
  change('size', '8', 'input');
  // A material that a morph shows, the blush, is drawn as soon as one of the dancers shows it.
  expect(Math.abs((await calls()) - two)).toBeLessThanOrEqual(1);
  expect(demo.errors).toEqual([]);
});
