import { afterEach, expect, test } from 'vitest';
import { difference } from '#test/support/compare-pictures.js';
import { drop } from '#test/support/give-files.js';
import { atRest, openDemo, type OpenDemo } from '#test/support/open-demo.js';
import { withoutDrawing } from '#test/support/open-page.js';
import { modelFile, vmdFile } from '#test/support/opened-files.js';

let demo: OpenDemo | undefined;

afterEach(() => demo?.close());

test('the page draws bodies and joints, counts them, and gives the bones back to keyframes when physics is off', async () => {
  demo = await openDemo('physics', 'paused=1&seek=8');
  const { part, pixels } = demo;
  expect(part('body-count').textContent).toMatch(/^\d+ of \d+$/);
  expect(Number(part('joint-count').textContent)).toBeGreaterThan(40);
  expect(part('legend').hidden).toBe(true);
  const withoutBodies = await atRest(demo);
  part('bodies').click();
  await expect.poll(() => difference(pixels(), withoutBodies)).toBeGreaterThan(0.005);
  expect(part('legend').hidden).toBe(false);
  const settled = await atRest(demo); // hair after the seek
  part('physics').click();
  await expect.poll(() => difference(pixels(), settled)).toBeGreaterThan(0.001);
  expect(demo.errors).toEqual([]);
});

test('wind moves the hair of a dancer who plays, and its cost is measured', async () => {
  demo = await openDemo('physics', 'paused=1');
  const { part, change, pixels } = demo;
  expect(part('frame-cost').textContent).toBe('–'); // nothing is measured while paused
  change('strength', '150', 'input');
  change('direction', '270', 'input');
  expect(part('direction-value').textContent).toBe('270°');
  const calm = pixels();
  part('play').click();
  await expect.poll(() => part('frame-cost').textContent).toMatch(/^\d+\.\d{3} ms$/);
  expect(difference(pixels(), calm)).toBeGreaterThan(0.005);
  expect(demo.errors).toEqual([]);
});

test('a ball is in the picture, also in a pause, and flies when she plays', async () => {
  demo = await openDemo('physics', 'paused=1&seek=8');
  const { part, pixels } = demo;
  const before = await atRest(demo);
  part('throw').click();
  await expect.poll(() => difference(pixels(), before)).toBeGreaterThan(0.001);
  part('play').click();
  await expect.poll(() => part('frame-cost').textContent).toMatch(/^\d+\.\d{3} ms$/);
  expect(demo.errors).toEqual([]);
});

test('a seek at random shows another pose, also in a pause', async () => {
  demo = await openDemo('physics');
  const { part, pixels } = demo;
  const before = pixels();
  part('seek').click();
  await expect.poll(() => difference(pixels(), before)).toBeGreaterThan(0.005);
  expect(demo.errors).toEqual([]);
});

test('the page opens a model and a motion, says if there are no bodies, and goes back to the dancer', async () => {
  demo = await openDemo('physics', undefined, withoutDrawing);
  const { part } = demo;
  const dancer = part('body-count').textContent;
  expect(part('reset').hidden).toBe(true);
  drop(demo, modelFile('board.pmx'), vmdFile('nod.vmd'));
  await expect.poll(() => part('status').textContent).toContain('This model has no rigid bodies.');
  expect(part('body-count').textContent).toBe('0 of 0');
  expect(part('reset').hidden).toBe(false);
  part('reset').click();
  expect(part('body-count').textContent).toBe(dancer);
  expect(part('reset').hidden).toBe(true);
  expect(demo.errors).toEqual([]);
});
