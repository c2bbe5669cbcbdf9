import type { OdoriPlayerElement } from '@odori/element';
import type { MmdModel } from '@odori/model';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import dance from '@odori/sample/files/dance.vmd?url';
import dancer from '@odori/sample/files/dancer.pmx?url';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { drawNothing } from '#test/support/open-page.js';
import { clearPage, nextEvent, showElement } from './show-element.js';

expectCleanConsole();
drawNothing();

let workers: Worker[];

/** A device of that many cores. */
function haveCores(count: number): void {
  vi.spyOn(navigator, 'hardwareConcurrency', 'get').mockReturnValue(count);
}

beforeEach(() => {
  workers = [];
  const OwnWorker = Worker;
  vi.stubGlobal(
    'Worker',
    class extends OwnWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name === 'odori-poses') workers.push(this);
      }
    },
  );
});

afterEach(() => {
  clearPage();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function showDancer(attributes: Readonly<Record<string, string>> = {}): Promise<OdoriPlayerElement> {
  const element = showElement({ motion: dance, ...attributes }, { model: dancer });
  await nextEvent(element, 'canplaythrough');
  return element;
}

/** Does a worker pose the model? */
function isElsewhere({ loadedModel }: OdoriPlayerElement): boolean {
  return (loadedModel as MmdModel).physics!.state.isRead;
}

/** The messages of the warnings that come from now on. */
function warningsOf(element: OdoriPlayerElement): string[] {
  const messages: string[] = [];
  element.addEventListener('warning', (event) => messages.push((event as ErrorEvent).message));
  return messages;
}

test('on 4 cores a worker poses a dancer with physics, until she has an idle life, without a jump', async () => {
  haveCores(4);
  const element = await showDancer();
  await element.play();
  await expect.poll(() => isElsewhere(element)).toBe(true);
  expect(workers.length).toBe(1);
  element.currentTime = 3;
  await expect.poll(() => isElsewhere(element)).toBe(true);
  const jumped = vi.fn<() => void>();
  element.player.addEventListener('jump', jumped);
  element.companion = true;
  await expect.poll(() => isElsewhere(element)).toBe(false);
  expect(jumped).not.toHaveBeenCalled();
  const terminate = vi.spyOn(workers[0], 'terminate');
  element.remove();
  await expect.poll(() => terminate.mock.calls.length).toBe(1);
});

test('a worker that ends with an error gives the dancer back to this thread, where she dances on', async () => {
  haveCores(4);
  const element = await showDancer();
  await element.play();
  await expect.poll(() => isElsewhere(element)).toBe(true);
  const warnings = warningsOf(element);
  for (let i = 0; i < 2; i++)
    workers[0].dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
  await expect.poll(() => isElsewhere(element)).toBe(false);
  const { currentTime } = element;
  await expect.poll(() => element.currentTime).toBeGreaterThan(currentTime);
  expect(element.error).toBeNull();
  expect(warnings).toEqual(['a worker does not pose models any more, so this thread does: out of memory']);
});

test('after a while in a hidden page, the worker goes on with the dance of now', async () => {
  haveCores(4);
  const element = await showDancer({ offscreen: 'play' });
  await element.play();
  await expect.poll(() => isElsewhere(element)).toBe(true);
  const warnings = warningsOf(element);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  const { currentTime } = element;
  await expect.poll(() => element.currentTime).toBeGreaterThan(currentTime + 0.1);
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => isElsewhere(element)).toBe(true);
  const { rig } = element.loadedModel as MmdModel;
  const before = rig.worldPositions.slice();
  await expect.poll(() => rig.worldPositions).not.toEqual(before);
  expect([workers.length, warnings]).toEqual([1, []]);
});
