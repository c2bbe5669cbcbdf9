import type { MmdModel } from '@odori/model';
import { TaskQueue } from '@odori/runtime/internal/three';
import { expect, test } from 'vitest';
import type { InputContext } from '#src/element/sources/input-loader.js';
import { ModelInput } from '#src/element/sources/model-input.js';

/**
 * Loads a model, and cancels after some tasks, and then some microtasks. Returns what happened to the model.
 */
async function loadAndCancel(tasks: number, microtasks: number): Promise<string[]> {
  const events: string[] = [];
  const controller = new AbortController();
  const input = new ModelInput(contextOf(events));
  const loading = input.load(controller.signal).then(async (loaded) => {
    await task(); // the loader waits for the other inputs of the picture
    if (!controller.signal.aborted) loaded.attach();
  });
  for (let i = 0; i < tasks; i++) await task();
  for (let i = 0; i < microtasks; i++) await Promise.resolve();
  controller.abort();
  await loading.catch(() => undefined);
  return events;
}

/** More than a model takes until it is attached. */
const TASKS = 8;

async function task(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

function contextOf(events: string[]): InputContext {
  const model = { report: { notes: [] }, dispose: () => events.push('disposed') } as unknown as MmdModel;
  const context = {
    element: { getAttribute: () => 'off' },
    sources: { inputs: { model: new File([], 'dancer.pmx') } },
    content: { setModel: () => events.push('placed'), updatePhysics: () => Promise.resolve() },
    viewport: {
      quality: { textureSize: Infinity },
      prepare: () => task(),
      graphics: {
        loadModel() {
          events.push('loaded');
          return Promise.resolve(model);
        },
      },
    },
    messages: { clearProblems() {}, showProgress() {}, endProgress() {} },
    tasks: new TaskQueue(0),
  };
  return context as unknown as InputContext;
}

test('a model whose loading is cancelled at any moment is disposed of once, or has been placed', async () => {
  const ends = new Set<string>();
  for (let tasks = 0; tasks < TASKS; tasks++)
    for (let microtasks = 0; microtasks < 40; microtasks++) {
      const events = await loadAndCancel(tasks, microtasks);
      ends.add(events.join(', '));
    }
  expect(ends).toEqual(new Set(['', 'loaded, disposed', 'loaded, placed']));
});
