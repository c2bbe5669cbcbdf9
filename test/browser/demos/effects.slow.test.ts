import { afterEach, expect, test } from 'vitest';
import { atRest, openDemo, type OpenDemo } from '#test/support/open-demo.js';

let demo: OpenDemo | undefined;

afterEach(() => demo?.close());

function changes(now: Uint8ClampedArray, before: Uint8ClampedArray): number {
  return now.reduce((count, value, i) => count + (Math.abs(value - before[i]) > 2 ? 1 : 0), 0);
}

test('each effect changes the picture, and the page says what it costs', async () => {
  demo = await openDemo('effects', 'paused=1&seek=28&size=240x135');
  const { part, pixels } = demo;
  part('grain').click(); // it differs from picture to picture
  for (const name of ['bloom', 'ao', 'dof', 'grading']) {
    const before = await atRest(demo);
    part(name).click();
    await expect.poll(() => changes(pixels(), before)).toBeGreaterThan(20);
  }
  part('measure').click();
  const texts = (): string[] =>
    ['picture', 'bloom', 'ao', 'dof', 'grading', 'grain'].map((name) => part(`cost-${name}`).textContent);
  await expect.poll(texts).toEqual(Array(6).fill(expect.stringMatching(/^\d+\.\d ms$/)));
  expect(demo.errors).toEqual([]);
});
