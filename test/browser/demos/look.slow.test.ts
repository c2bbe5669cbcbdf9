import { afterEach, expect, test } from 'vitest';
import { atRest, openDemo, type OpenDemo } from '#test/support/open-demo.js';

let demo: OpenDemo | undefined;

afterEach(() => demo?.close());

/** How many channels differ; the borders of shadows on skin differ by little. */
function changes(now: Uint8ClampedArray, before: Uint8ClampedArray): number {
  return now.reduce((count, value, i) => count + (Math.abs(value - before[i]) > 4 ? 1 : 0), 0);
}

test('her look, the borders of her shadows, her ground shadow and her outlines can be chosen', async () => {
  demo = await openDemo('look', 'paused=1&seek=5');
  const { part, pixels, change } = demo;
  const first = await atRest(demo);
  const borders = part('borders') as HTMLSelectElement;
  const pictures = [first];
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
  const lights = part('scene-lights');
  expect(lights.hidden).toBe(true);
  await next(() => change('look', 'scene', 'change'));
  expect(lights.hidden).toBe(false);
  for (const [id, value] of Object.entries({ sun: 1, ambient: 2, room: 1.5, exposure: 0.5, rim: 1 })) {
    await next(() => change(id, String(value), 'input'));
  }
  await next(() => change('tone-mapping', 'aces', 'change'));
  await next(() => change('scene', 'room', 'change'));
  expect((part('tone-mapping') as HTMLSelectElement).value).toBe('agx');
  expect((part('ground-shadow') as HTMLInputElement).disabled).toBe(true);
  await next(() => change('sun', '0', 'input'));
  change('scene', 'studio', 'change');
  expect((part('sun') as HTMLInputElement).value).toBe('2.4');
  expect((part('ground-shadow') as HTMLInputElement).disabled).toBe(false);
  change('look', 'shaded', 'change');
  part('ground-shadow').click();
  part('outlines').click();
  change('borders', 'mmd', 'change');
  // less than any of the choices changes
  await expect.poll(() => changes(pixels(), pictures[0])).toBeLessThan(10);
  expect(demo.errors).toEqual([]);
});

test('the address can ask for the room', async () => {
  demo = await openDemo('look', 'paused=1&seek=5&scene=room');
  await atRest(demo);
  const { part, errors } = demo;
  expect(part('scene-lights').hidden).toBe(false);
  expect((part('look') as HTMLSelectElement).value).toBe('scene');
  expect((part('scene') as HTMLSelectElement).value).toBe('room');
  expect(errors).toEqual([]);
});
