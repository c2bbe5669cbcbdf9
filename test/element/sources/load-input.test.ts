import type { MmdModel } from '@odori/model';
import { expect, test } from 'vitest';
import { loadInput } from '#src/element/sources/load-input.js';
import { Loader } from '#src/element/sources/loader.js';

type Context = Parameters<typeof loadInput>[2];

/** Loads a model and cancels after some tasks, and then some microtasks. Returns what happened to the model. */
async function loadAndCancel(tasks: number, microtasks: number): Promise<string[]> {
  const events: string[] = [];
  const model = { report: { notes: [] }, dispose: () => events.push('disposed') } as unknown as MmdModel;
  const loader: Loader = new Loader({
    canStart: () => true,
    onStart() {},
    load: (name, signal) =>
      loadInput(name, { model: new File([], 'dancer.pmx') }, contextOf(loader, signal, model, events)),
    onError: (_, error) => events.push(String(error)),
    onLoaded() {},
    onShown() {},
    onSettled() {},
    hasModel: () => events.includes('placed'),
  });
  loader.request('model');
  for (let i = 0; i < tasks; i++) await task();
  for (let i = 0; i < microtasks; i++) await Promise.resolve();
  loader.cancel();
  for (let i = 0; i < TASKS; i++) await task();
  return events;
}

/** More than a model takes to its place. */
const TASKS = 5;

async function task(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

function contextOf(loader: Loader, signal: AbortSignal, model: MmdModel, events: string[]): Context {
  const context = {
    content: {
      prepareModel: () => Promise.resolve(),
      rehearse: () => expect(events).toEqual(['loaded']),
      setModel: () => events.push('placed'),
      updatePhysics: () => Promise.resolve(),
    },
    graphics: {
      loadModel() {
        events.push('loaded');
        return Promise.resolve(model);
      },
    },
    messages: { clearProblems() {}, showProgress() {}, endProgress() {} },
    loader,
    signal,
    worker: false,
  };
  return context as unknown as Context;
}

test('a model whose loading is cancelled at any moment is disposed of, or has been placed', async () => {
  const ends = new Set<string>();
  for (let tasks = 0; tasks < TASKS; tasks++)
    for (let microtasks = 0; microtasks < 40; microtasks++) {
      const events = await loadAndCancel(tasks, microtasks);
      if (events.length > 0) expect(events).toHaveLength(2);
      ends.add(events.join(', '));
    }
  expect(ends).toEqual(new Set(['', 'loaded, disposed', 'loaded, placed']));
});
