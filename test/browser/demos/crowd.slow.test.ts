import { afterEach, expect, test } from 'vitest';
import { openDemo, type OpenDemo } from '#test/support/open-demo.js';

let demo: OpenDemo | undefined;

afterEach(() => demo?.close());

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
