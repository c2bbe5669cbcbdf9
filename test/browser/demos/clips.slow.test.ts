import { afterEach, expect, test } from 'vitest';
import { difference } from '#test/support/compare-pictures.js';
import { openDemo, type OpenDemo } from '#test/support/open-demo.js';
import { setDrawing } from '#test/support/open-page.js';

let demo: OpenDemo | undefined;

afterEach(() => demo?.close());

test('weights change the picture, a crossfade changes the weights, and without IK the feet leave their goals', async () => {
  demo = await openDemo('clips', 'paused=1&seek=1');
  const { part, pixels, change } = demo;
  const before = pixels();
  change('verse', '0.5', 'input');
  change('heart', '0.5', 'input');
  await expect.poll(() => difference(pixels(), before)).toBeGreaterThan(0.01);
  setDrawing(demo.window, false);
  const distance = (): number => Number.parseFloat(part('right').textContent);
  await expect.poll(distance).toBeLessThan(0.1);
  part('ik').click();
  await expect.poll(distance).toBeGreaterThan(0.3);
  part('crossfade').click(); // from the clip with the largest weight to the next
  const weights = (): (string | null)[] =>
    ['verse', 'lift', 'heart'].map((id) => part(`${id}-value`).textContent);
  await expect.poll(weights).toEqual(['0.00', '1.00', '0.00']);
  const exact = Number(part('keys').textContent.replace(',', ''));
  change('interpolation', 'baked', 'change');
  expect(Number(part('keys').textContent.replace(',', ''))).toBeGreaterThan(exact);
  expect(demo.errors).toEqual([]);
});
