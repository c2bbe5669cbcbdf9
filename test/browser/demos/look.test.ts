import { afterEach, expect, test } from 'vitest';
import { difference } from '#test/support/compare-pictures.js';
import { openDemo, type OpenDemo } from '#test/support/open-demo.js';

let demo: OpenDemo | undefined;

afterEach(() => demo?.close());

test('the dancer turns to the pointer, and her lips follow typed words', async () => {
  demo = await openDemo('look');
  const { part, pixels, change, window } = demo;
  const before = pixels();
  window.dispatchEvent(new PointerEvent('pointermove', { clientX: 600, clientY: 60 }));
  await expect.poll(() => difference(pixels(), before)).toBeGreaterThan(0.01);
  const widest = (): number[] =>
    [...part('vowels').querySelectorAll('meter')].map(({ value }, i) => (value > 0.3 ? i : -1));
  change('text', 'おーーーーーーー', 'input');
  (part('words') as HTMLFormElement).requestSubmit();
  await expect.poll(widest, { timeout: 5000 }).toEqual([-1, -1, -1, -1, 4]); // o
  await expect.poll(widest, { timeout: 10_000 }).toEqual([-1, -1, -1, -1, -1]);
  expect(demo.errors).toEqual([]);
});

test('the song loads and plays when its button is pressed', async () => {
  demo = await openDemo('look');
  const { part } = demo;
  part('song').click();
  await expect.poll(() => part('play').getAttribute('aria-label'), { timeout: 10_000 }).toBe('Pause');
  expect(part('song').getAttribute('aria-pressed')).toBe('true');
  expect(part('status').textContent).toBe('');
  expect(demo.errors).toEqual([]);
});
