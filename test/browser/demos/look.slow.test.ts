import { afterEach, expect, test } from 'vitest';
import { difference } from '#test/support/compare-pictures.js';
import { atRest, openDemo, type OpenDemo } from '#test/support/open-demo.js';
import { setDrawing, withoutDrawing } from '#test/support/open-page.js';

let demo: OpenDemo | undefined;

afterEach(() => demo?.close());

test('the dancer looks at the viewer, or turns to the pointer; her lips follow typed words, then the dance again', async () => {
  demo = await openDemo('look');
  const { part, pixels, change, window } = demo;
  expect((part('gaze') as HTMLSelectElement).value).toBe('viewer');
  const before = await atRest(demo);
  change('gaze', 'pointer', 'change');
  window.dispatchEvent(new PointerEvent('pointermove', { clientX: 600, clientY: 60 }));
  await expect.poll(() => difference(pixels(), before)).toBeGreaterThan(0.01);
  setDrawing(window, false);
  const widest = (): number[] =>
    [...part('vowels').querySelectorAll('meter')].map(({ value }, i) => (value > 0.3 ? i : -1));
  const inDance = widest();
  change('text', 'おーーーーーーー', 'input');
  (part('words') as HTMLFormElement).requestSubmit();
  await expect.poll(widest).toEqual([-1, -1, -1, -1, 4]); // o
  await expect.poll(widest).toEqual(inDance);
  expect(demo.errors).toEqual([]);
});

test('the song loads and plays when its button is pressed', async () => {
  demo = await openDemo('look', undefined, withoutDrawing);
  const { part } = demo;
  part('song').click();
  await expect.poll(() => part('play').getAttribute('aria-label')).toBe('Pause');
  expect(part('song').getAttribute('aria-pressed')).toBe('true');
  expect(part('status').textContent).toBe('');
  expect(demo.errors).toEqual([]);
});

/** How many channels differ; the borders of shadows on skin differ by little. */
function changes(now: Uint8ClampedArray, before: Uint8ClampedArray): number {
  return now.reduce((count, value, i) => count + (Math.abs(value - before[i]) > 4 ? 1 : 0), 0);
}

test('her look, the borders of her shadows, her ground shadow and her outlines can be chosen', async () => {
  demo = await openDemo('look', 'paused=1&seek=5');
  const { part, pixels, change } = demo;
  change('gaze', 'nothing', 'change'); // so that she keeps still
  const near = await atRest(demo);
  const borders = part('borders') as HTMLSelectElement;
  // until her feet are seen
  for (let i = 0; i < 8; i++) part('view').dispatchEvent(new KeyboardEvent('keydown', { key: '-' }));
  await expect.poll(() => difference(pixels(), near)).toBeGreaterThan(0.01);
  const pictures = [pixels()];
  const next = async (act: () => void): Promise<void> => {
    act();
    await expect.poll(() => changes(pixels(), pictures.at(-1)!)).toBeGreaterThan(10);
    pictures.push(pixels());
  };
  await next(() => change('borders', 'three', 'change'));
  expect(borders.disabled).toBe(false);
  await next(() => change('look', 'plain', 'change'));
  expect(borders.disabled).toBe(true);
  await next(() => part('ground-shadow').click());
  await next(() => part('outlines').click());
  change('look', 'shaded', 'change');
  part('ground-shadow').click();
  part('outlines').click();
  change('borders', 'mmd', 'change');
  // less than any of the choices changes
  await expect.poll(() => changes(pixels(), pictures[0])).toBeLessThan(10);
  expect(demo.errors).toEqual([]);
});
