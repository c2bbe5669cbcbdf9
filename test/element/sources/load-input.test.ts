import type { MmdModel } from '@odori/model';
import { expect, test } from 'vitest';
import { loadInput } from '#src/element/sources/load-input.js';
import { Loader } from '#src/element/sources/loader.js';

type Context = Parameters<typeof loadInput>[2];

/** Loads a model and cancels after some microtasks. Returns what happened to the model. */
async function loadAndCancel(microtasks: number): Promise<string[]> {
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
  for (let i = 0; i < microtasks; i++) await Promise.resolve();
  loader.cancel();
  await new Promise((resolve) => setTimeout(resolve));
  return events;
}

function contextOf(loader: Loader, signal: AbortSignal, model: MmdModel, events: string[]): Context {
  const context = {
    content: {
      prepareModel: () => Promise.resolve(),
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
  for (let microtasks = 0; microtasks < 60; microtasks++) {
    const events = await loadAndCancel(microtasks);
    if (events.length > 0) expect(events).toHaveLength(2);
    ends.add(events.join(', '));
  }
  expect(ends).toEqual(new Set(['', 'loaded, disposed', 'loaded, placed']));
});
