import { describe, expect, test, vi } from 'vitest';
import { Loader, type LoaderOptions } from '#src/element/sources/loader.js';

/** A promise that the test settles. */
function pending<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void } {
  let settle: { resolve: (value: T) => void; reject: (error: Error) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle! };
}

describe('Loader', () => {
  /** A loader of texts, with a log of everything that it reports. */
  function createLoader(load: LoaderOptions['load']): {
    loader: Loader;
    log: string[];
    content: Set<string>;
  } {
    const log: string[] = [];
    const content = new Set<string>();
    const loader: Loader = new Loader({
      canStart: () => true,
      onStart: () => log.push(`start ${loader.state}`),
      load,
      onError: (name, error) => log.push(`${name} ${(error as Error).message}`),
      onLoaded: () => log.push(`loaded ${loader.state}`),
      onShown: () => log.push(`shown ${loader.state}`),
      onSettled: () => log.push(`settled ${loader.state}`),
      hasModel: () => content.has('model'),
    });
    return { loader, log, content };
  }

  const turn = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

  test('inputs of one task load together, in one state', async () => {
    const loads = { model: pending<() => void>(), motion: pending<() => void>() };
    const { loader, log, content } = createLoader((name) => loads[name as keyof typeof loads].promise);
    loader.request('model');
    loader.request('motion');
    expect(loader.state).toBe('empty');
    await turn();
    expect(loader.state).toBe('loading');
    loads.model.resolve(() => void content.add('model'));
    await turn();
    expect([loader.state, content.has('model')]).toEqual(['loading', true]);
    loads.motion.resolve(() => undefined);
    await turn();
    expect(log).toEqual(['start loading', 'loaded loading', 'loaded ready', 'shown ready', 'settled ready']);
  });

  test('of several loads of one input only the last one counts, in whatever order they end', async () => {
    const loads = [pending<() => void>(), pending<() => void>(), pending<() => void>()];
    const signals: AbortSignal[] = [];
    const { loader, log } = createLoader((_, signal) => loads[signals.push(signal) - 1].promise);
    const placed: string[] = [];
    for (let i = 0; i < 3; i++) {
      loader.request('motion');
      await turn();
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
    loads[2].resolve(() => placed.push('third'));
    await turn();
    expect(loader.state).toBe('empty'); // there is no model
    loads[0].resolve(() => placed.push('first'));
    loads[1].reject(new Error('too late'));
    await turn();
    expect(placed).toEqual(['third']);
    expect(log).toEqual([...Array<string>(3).fill('start loading'), 'loaded empty', 'settled empty']);
  });

  test('an error of the model gives the state `failed`, an error of another input does not', async () => {
    const { loader, log, content } = createLoader((name) => Promise.reject(new Error(`of ${name}`)));
    content.add('model');
    loader.request('audio');
    await loader.whenSettled();
    await turn();
    expect(log.splice(0)).toEqual([
      'start loading',
      'audio of audio',
      'loaded ready',
      'shown ready',
      'settled ready',
    ]);
    loader.request('model');
    await turn();
    expect(log).toEqual(['start loading', 'model of model', 'loaded failed', 'settled failed']);
  });

  test('a cancelled load reports nothing, and its result is not used', async () => {
    const load = pending<() => void>();
    const signals: AbortSignal[] = [];
    const { loader, log } = createLoader((_, signal) => (signals.push(signal), load.promise));
    const place = vi.fn<() => void>();
    loader.request('model');
    await turn();
    const settled = loader.whenSettled();
    loader.cancel();
    await settled;
    expect([signals[0].aborted, loader.state]).toEqual([true, 'empty']);
    load.resolve(place);
    await turn();
    expect([place.mock.calls.length, log]).toEqual([0, ['start loading']]);
  });

  test('the picture is shown while the song and what belongs to the model still load', async () => {
    const [song, physics] = [pending<() => void>(), pending<void>()];
    const { loader, log, content } = createLoader(async (name) => {
      if (name === 'audio') return song.promise;
      return () => (content.add(name), name === 'model' ? physics.promise : undefined);
    });
    for (const name of ['model', 'motion', 'audio'] as const) loader.request(name);
    await turn();
    expect([loader.state, loader.isPending('model'), loader.isPending('audio')]).toEqual([
      'shown',
      false,
      true,
    ]);
    expect(log.splice(0).filter((line) => line === 'shown shown')).toHaveLength(1);
    song.resolve(() => undefined);
    await turn();
    expect([loader.state, log.splice(0)]).toEqual(['shown', ['loaded shown']]);
    physics.resolve();
    await turn();
    expect([loader.state, log]).toEqual(['ready', ['loaded ready', 'settled ready']]);
  });

  test('whenShown resolves when the picture has all that it needs, or all but one input', async () => {
    const loads = {
      model: pending<() => void>(),
      motion: pending<() => void>(),
      audio: pending<() => void>(),
    };
    const { loader, content } = createLoader((name) => loads[name as keyof typeof loads].promise);
    for (const name of ['model', 'motion', 'audio'] as const) loader.request(name);
    await turn();
    const seen: string[] = [];
    const { signal } = new AbortController();
    void loader.whenShown(signal, 'model').then(() => seen.push('all but the model'));
    void loader.whenShown(signal).then(() => seen.push('all'));
    const stopped = new AbortController();
    const rejected = loader.whenShown(stopped.signal).catch((reason: unknown) => reason);
    stopped.abort('stopped');
    expect(await rejected).toBe('stopped');
    loads.motion.resolve(() => undefined);
    await turn();
    expect(seen).toEqual(['all but the model']);
    loads.model.resolve(() => void content.add('model'));
    await turn();
    expect([seen, loader.state]).toEqual([['all but the model', 'all'], 'shown']);
  });

  test('an input that cannot start yet waits, and the others are shown', async () => {
    let canLoadSong = false;
    const loaded: string[] = [];
    const loader = new Loader({
      canStart: (name) => name !== 'audio' || canLoadSong,
      onStart: () => undefined,
      load: async (name) => () => void loaded.push(name),
      onError: () => undefined,
      onLoaded: () => undefined,
      onShown: () => undefined,
      onSettled: () => undefined,
      hasModel: () => true,
    });
    loader.request('audio');
    loader.request('model');
    await turn();
    expect([loaded, loader.state, loader.isPending('audio'), loader.isLoading]).toEqual([
      ['model'],
      'shown',
      true,
      false,
    ]);
    canLoadSong = true;
    loader.schedule();
    await loader.whenSettled();
    await turn();
    expect([loaded, loader.state]).toEqual([['model', 'audio'], 'ready']);
  });

  test('what was requested while nothing could start loads with the next request', async () => {
    let canStart = false;
    const [log, loaded]: [string[], string[]] = [[], []];
    const loader = new Loader({
      canStart: () => canStart,
      onStart: () => log.push(`start ${loader.isLoading}`),
      load: async (name) => () => void loaded.push(name),
      onError: () => log.push('error'),
      onLoaded: () => log.push(`loaded ${loader.isLoading}`),
      onShown: () => undefined,
      onSettled: () => log.push(`settled ${loader.isLoading}`),
      hasModel: () => true,
    });
    loader.request('model');
    await turn();
    expect([log, loaded]).toEqual([[], []]);
    canStart = true;
    loader.request('motion');
    loader.request('model');
    await turn();
    expect(loaded).toEqual(['model', 'motion']);
    expect(log).toEqual(['start true', 'loaded false', 'settled false']);
  });

  test('whenSettled rejects with the reason of its signal', async () => {
    const { loader } = createLoader(() => pending<() => void>().promise);
    loader.request('model');
    await turn();
    const abort = new AbortController();
    const settled = loader.whenSettled(abort.signal);
    abort.abort(new Error('too slow'));
    await expect(settled).rejects.toThrow('too slow');
    await expect(loader.whenSettled(abort.signal)).rejects.toThrow('too slow');
  });
});
