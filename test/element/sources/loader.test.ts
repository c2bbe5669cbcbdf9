import { TaskQueue } from '@odori/runtime/internal/three';
import { describe, expect, test, vi } from 'vitest';
import { INPUT_NAMES, type InputName } from '#src/element/sources/inputs.js';
import { type LoadedInput, Loader, type LoaderHost } from '#src/element/sources/loader.js';

/** A promise that the test settles. */
function pending<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let settle: { resolve: (value: T) => void; reject: (error: Error) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle! };
}

type Load = (name: InputName, signal: AbortSignal) => Promise<LoadedInput>;
type Inputs = Parameters<Loader['open']>[0];

/** An element with the attributes of its `preload`. */
function elementOf(preload: string): HTMLElement {
  return {
    getAttribute: () => preload,
    hasAttribute: () => false,
  } as unknown as HTMLElement;
}

/** Inputs that `load` loads; only the named ones are given. */
function inputsOf(load: Load, given: readonly InputName[], log: string[] = []): Inputs {
  const entries = INPUT_NAMES.map((name) => [
    name,
    {
      get isGiven() {
        return given.includes(name);
      },
      begin: () => log.push(`begin ${name}`),
      load: (signal: AbortSignal) => load(name, signal),
    },
  ]);
  return Object.fromEntries(entries) as Inputs;
}

/** A loader with a log of everything that it reports. No input is requested yet. */
function createLoader(load: Load, preload = 'auto'): { loader: Loader; log: string[]; given: InputName[] } {
  const log: string[] = [];
  const given: InputName[] = [];
  const host: LoaderHost = {
    element: elementOf(preload),
    inputRequested() {},
    loadingStarted: () => log.push(`start ${loader.state}`),
    inputFailed: (key, error) => log.push(`${key as InputName} ${(error as Error).message}`),
    inputEnded: () => log.push(`loaded ${loader.state}`),
    pictureCompleted: () => log.push(`shown ${loader.state}`),
    loadingEnded: () => log.push(`settled ${loader.state}`),
  };
  const loader: Loader = new Loader(host, new TaskQueue());
  loader.open(inputsOf(load, given));
  return { loader, log, given };
}

function request({ loader, given }: { loader: Loader; given: InputName[] }, ...names: InputName[]): void {
  for (const name of names) {
    if (!given.includes(name)) given.push(name);
    loader.request(name);
  }
}

/** Some tasks later: a step of a task queue takes one or two. */
async function turn(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => void setTimeout(resolve));
}

const attached: string[] = [];
const put = (name: string): LoadedInput => ({ attach: () => attached.push(name) });
const take = (): string[] => attached.splice(0);

describe('Loader', () => {
  test('inputs of one task load together, in one state; the model comes last', async () => {
    const loads = { model: pending<LoadedInput>(), motion: pending<LoadedInput>() };
    const all = createLoader((name) => loads[name as keyof typeof loads].promise);
    const { loader, log } = all;
    request(all, 'model', 'motion');
    expect([loader.state, loader.isLoading, loader.isBusy]).toEqual(['empty', false, true]);
    await turn();
    expect([loader.state, loader.isLoading]).toEqual(['loading', true]);
    loads.model.resolve(put('model'));
    await turn();
    // it would stand still with its arms stretched out
    expect([loader.state, take()]).toEqual(['loading', []]);
    loads.motion.resolve(put('motion'));
    await turn();
    expect(take()).toEqual(['motion', 'model']);
    expect(log).toEqual(['start loading', 'loaded loading', 'loaded ready', 'shown ready', 'settled ready']);
  });

  test('of several loads of one input only the last one counts, in whatever order they end', async () => {
    const loads = [pending<LoadedInput>(), pending<LoadedInput>(), pending<LoadedInput>()];
    const signals: AbortSignal[] = [];
    const all = createLoader((_, signal) => loads[signals.push(signal) - 1].promise);
    const { loader, log } = all;
    for (let i = 0; i < 3; i++) {
      request(all, 'motion');
      await turn();
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
    loads[2].resolve(put('third'));
    await turn();
    expect(loader.state).toBe('empty'); // there is no model
    loads[0].resolve(put('first'));
    loads[1].reject(new Error('too late'));
    await turn();
    expect(take()).toEqual(['third']);
    expect(log).toEqual([...Array<string>(3).fill('start loading'), 'loaded empty', 'settled empty']);
  });

  test('an error of the model gives the state `failed`, an error of another input does not', async () => {
    let isModelBroken = false;
    const all = createLoader(async (name) => {
      if (name === 'model' && !isModelBroken) return put(name);
      throw new Error(`of ${name}`);
    });
    const { loader, log } = all;
    request(all, 'model', 'pose');
    await turn();
    expect(log.splice(0)).toEqual([
      'start loading',
      'pose of pose',
      'loaded loading',
      'loaded ready',
      'shown ready',
      'settled ready',
    ]);
    isModelBroken = true;
    request(all, 'model');
    await turn();
    expect(log).toEqual(['start loading', 'model of model', 'loaded failed', 'settled failed']);
    expect([loader.state, take()]).toEqual(['failed', ['model']]);
  });

  test('a cancelled load reports nothing, and its result is not used', async () => {
    const load = pending<LoadedInput>();
    const signals: AbortSignal[] = [];
    const all = createLoader((_, signal) => (signals.push(signal), load.promise));
    const { loader, log } = all;
    request(all, 'model');
    await turn();
    const settled = loader.whenSettled();
    loader.cancel();
    await settled;
    expect([signals[0].aborted, loader.state]).toEqual([true, 'empty']);
    load.resolve(put('model'));
    await turn();
    expect([take(), log]).toEqual([[], ['start loading']]);
  });

  test('the song and what belongs to the model load after the picture', async () => {
    const [motion, song, physics] = [pending<LoadedInput>(), pending<LoadedInput>(), pending<void>()];
    const started: string[] = [];
    const all = createLoader(async (name) => {
      started.push(name);
      if (name === 'motion') return motion.promise;
      if (name === 'audio') return song.promise;
      return { ...put(name), finish: () => (started.push('physics'), physics.promise) };
    });
    const { loader, log } = all;
    request(all, 'model', 'motion', 'audio');
    await turn();
    expect(started).toEqual(['model', 'motion']);
    motion.resolve(put('motion'));
    await turn();
    expect([loader.state, loader.isPending('model'), loader.isPending('audio')]).toEqual([
      'shown',
      false,
      true,
    ]);
    expect(started.slice(2).toSorted()).toEqual(['audio', 'physics']);
    expect(log.splice(0).filter((line) => line === 'shown shown')).toHaveLength(1);
    song.resolve(put('audio'));
    await turn();
    expect([loader.state, log.splice(0)]).toEqual(['shown', ['loaded shown']]);
    physics.resolve();
    await turn();
    expect([loader.state, log, take()]).toEqual([
      'ready',
      ['loaded ready', 'settled ready'],
      ['motion', 'model', 'audio'],
    ]);
  });

  test('an input that `preload` leaves out waits, and the others are shown', async () => {
    const all = createLoader(async (name) => put(name), 'metadata');
    const { loader } = all;
    request(all, 'audio', 'model');
    await turn();
    expect([take(), loader.state, loader.isPending('audio'), loader.isBusy]).toEqual([
      ['model'],
      'shown',
      true,
      false,
    ]);
    loader.loadAll();
    await loader.whenSettled();
    expect([take(), loader.state]).toEqual([['audio'], 'ready']);
  });

  test('an input that was removed does not wait, whatever `preload` says', async () => {
    const { loader } = createLoader(async (name) => put(`no ${name}`), 'none');
    loader.request('pose');
    await turn();
    expect([take(), loader.state]).toEqual([['no pose'], 'empty']);
  });

  test('what was requested while the loader is held loads afterwards', async () => {
    const all = createLoader(async (name) => put(name));
    const { loader, log } = all;
    loader.isHeld = true;
    request(all, 'model');
    await turn();
    expect([log, take()]).toEqual([[], []]);
    loader.isHeld = false;
    await turn();
    expect([take(), loader.state]).toEqual([['model'], 'ready']);
  });

  test('a loader that opens requests what is given; one that is closed loads nothing', async () => {
    const { loader, given } = createLoader(async (name) => put(name));
    loader.close();
    given.push('motion');
    loader.request('motion');
    await turn();
    expect(take()).toEqual([]);
    loader.open(inputsOf(async (name) => put(name), ['model', 'pose']));
    await turn();
    expect(take()).toEqual(['pose', 'model']);
  });

  test('whenSettled rejects with the reason of its signal', async () => {
    const all = createLoader(() => pending<LoadedInput>().promise);
    request(all, 'model');
    await turn();
    const abort = new AbortController();
    const settled = all.loader.whenSettled(abort.signal);
    abort.abort(new Error('too slow'));
    await expect(settled).rejects.toThrow('too slow');
    await expect(all.loader.whenSettled(abort.signal)).rejects.toThrow('too slow');
  });

  test('an input begins before it loads, so that what is known of the last one goes at once', async () => {
    const log: string[] = [];
    const load = vi.fn<Load>(async (name) => (log.push(`load ${name}`), put(name)));
    const { loader } = createLoader(load);
    loader.open(inputsOf(load, ['audio', 'motion'], log));
    await turn();
    expect(log).toEqual(['begin motion', 'load motion', 'begin audio', 'load audio']);
    take();
  });
});
