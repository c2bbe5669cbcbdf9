import { createVmd } from '@odori/format';
import { Motion } from '@odori/runtime';
import { afterEach, expect, test, vi } from 'vitest';
import dancer from '@odori/sample/files/dancer.pmx?url';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { frames } from '#test/support/frames.js';
import { drawNothing } from '#test/support/open-page.js';
import { boardFile, centerPosition, clearPage, nextEvent, showElement, walk } from './show-element.js';

expectCleanConsole();
drawNothing(); // these tests look at bones alone

afterEach(() => {
  vi.restoreAllMocks();
  clearPage();
});

/** The center is at x = 4. */
const STEP = Motion.from(
  createVmd({
    bones: [
      { name: 'センター', frame: 0, position: [4, 0, 0] },
      { name: 'センター', frame: 3, position: [4, 0, 0] },
    ],
  }),
);

test('a gesture waits for the model, and moves a paused element there and back', async () => {
  const element = showElement({}, { model: boardFile(), motion: walk(2) });
  const stop = new AbortController();
  const result = element.perform(STEP, { fade: 0.05, times: Infinity, signal: stop.signal });
  await nextEvent(element, 'canplaythrough');
  while (centerPosition(element)[0] !== 4) await frames(1);
  stop.abort();
  expect(await result).toBe('stopped');
  while (element.player.isPerforming) await frames(1);
  expect([centerPosition(element)[0], element.paused, element.currentTime]).toEqual([0, true, 0]);
});

test('a gesture that is not there rejects with a sentence; one that is stopped before the model is there stops', async () => {
  const element = showElement();
  await expect(element.perform('/no-such-gesture.vmd')).rejects.toThrow(/no-such-gesture\.vmd/);
  const stop = new AbortController();
  const result = element.perform(STEP, { signal: stop.signal });
  stop.abort();
  expect(await result).toBe('stopped');
});

test('the attribute companion gives an idle life in pauses, which goes with it', async () => {
  const element = showElement({ companion: '' }, { model: dancer });
  await nextEvent(element, 'canplaythrough');
  const { rig } = element.loadedModel!;
  const chest = 4 * rig.boneIndex('上半身2');
  const breathOf = (): number => rig.pose.rotations[chest];
  while (breathOf() === 0) await frames(1);
  expect([element.companion, element.paused]).toEqual([true, true]);
  element.companion = false;
  while (breathOf() !== 0) await frames(1);
  expect(element.hasAttribute('companion')).toBe(false);
});

test('nothing moves for viewers who prefer reduced motion', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  const element = showElement({}, { model: boardFile() });
  expect(await element.perform('/no-such-gesture.vmd')).toBe('stopped');
});
