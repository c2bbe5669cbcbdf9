import { MmdFormatError } from '@odori/format';
import { runInWorker } from '@odori/runtime/internal/three';
import { answerRequests } from '@odori/runtime/internal/worker';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** A file that is large enough for a worker. */
const LARGE = new Uint8Array(2 ** 17).fill(7);
const SMALL = LARGE.subarray(1);

type Listener = (event: { data?: unknown; message?: string; preventDefault(): void }) => void;

/** Stands in for the worker of a browser. The test answers. */
class FakeWorker {
  readonly listeners = new Map<string, Listener>();
  readonly messages: Uint8Array[] = [];
  isTerminated = false;

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }

  postMessage(bytes: Uint8Array, transfer: ArrayBuffer[]): void {
    this.messages.push(structuredClone(bytes, { transfer }));
  }

  terminate(): void {
    this.isTerminated = true;
  }

  emit(type: string, event: { data?: unknown; message?: string } = {}): void {
    this.listeners.get(type)!({ ...event, preventDefault: () => {} });
  }
}

let started: FakeWorker[];
let importMap: string | undefined;

beforeEach(() => {
  started = [];
  importMap = undefined;
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('document', {
    querySelectorAll: () => (importMap === undefined ? [] : [{ textContent: importMap }]),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A kind of worker of its own, because a kind that did not start is not tried again. */
function newKind(): () => Worker {
  return () => {
    const worker = new FakeWorker();
    started.push(worker);
    return worker as unknown as Worker;
  };
}

/** A worker starts in a task of its own. */
async function whenStarted(index = 0): Promise<void> {
  await expect.poll(() => started[index]?.listeners.size, { interval: 1 }).toBe(3);
}

test('a worker gets a copy of the bytes, answers, and ends', async () => {
  const result = runInWorker(newKind(), LARGE, {});
  await whenStarted();
  expect(started[0].messages).toEqual([LARGE]);
  expect(LARGE.length).toBe(2 ** 17); // not transferred
  started[0].emit('message', { data: { result: { frames: 3 } } });
  expect(await result).toEqual({ frames: 3 });
  expect(started[0].isTerminated).toBe(true);
});

test('only the bytes of a view are sent', async () => {
  const all = new Uint8Array(2 ** 18);
  const result = runInWorker(newKind(), all.subarray(5, 5 + 2 ** 17), {});
  await whenStarted();
  expect(started[0].messages[0].buffer.byteLength).toBe(2 ** 17);
  started[0].emit('message', { data: {} });
  expect(await result).toBeUndefined();
});

describe('without a worker the result is undefined', () => {
  test.each([
    ['a small file', SMALL, {}],
    ['worker: false', LARGE, { worker: false }],
  ])('%s', async (_, bytes, options) => {
    expect(await runInWorker(newKind(), bytes, options)).toBeUndefined();
    expect(started).toEqual([]);
  });

  test.each(['Worker', 'document'])('an environment without %s', async (name) => {
    vi.stubGlobal(name, undefined);
    expect(await runInWorker(newKind(), LARGE, {})).toBeUndefined();
    expect(started).toEqual([]);
  });

  test('a page whose import map leads to the packages, because import maps do not reach workers', async () => {
    importMap = '{ "imports": { "three": "/three.js" } }';
    const result = runInWorker(newKind(), LARGE, {});
    await whenStarted();
    started[0].emit('message', { data: { result: 1 } });
    expect(await result).toBe(1);
    importMap = '{ "imports": { "@odori/format": "/format.js" } }';
    expect(await runInWorker(newKind(), LARGE, {})).toBeUndefined();
    expect(started).toHaveLength(1);
  });

  test('a worker whose script does not load is not tried again', async () => {
    const kind = newKind();
    const result = runInWorker(kind, LARGE, {});
    await whenStarted();
    started[0].emit('error');
    expect(await result).toBeUndefined();
    expect(started[0].isTerminated).toBe(true);
    expect(await runInWorker(kind, LARGE, {})).toBeUndefined();
    expect(started).toHaveLength(1);
  });

  test('a browser that refuses to start it', async () => {
    const refuse = (): Worker => {
      throw new Error('SecurityError');
    };
    expect(await runInWorker(refuse, LARGE, {})).toBeUndefined();
  });
});

describe('worker: true', () => {
  test('sends small files, too', async () => {
    const result = runInWorker(newKind(), SMALL, { worker: true });
    await whenStarted();
    started[0].emit('message', { data: { result: 1 } });
    expect(await result).toBe(1);
  });

  test('rejects with a sentence if there are no workers', async () => {
    vi.stubGlobal('Worker', undefined);
    await expect(runInWorker(newKind(), LARGE, { worker: true })).rejects.toThrow(
      'the file cannot be loaded in a worker, as `worker: true` demands: only a page of a browser has workers',
    );
  });

  test('rejects with a sentence if the script does not load, each time', async () => {
    const kind = newKind();
    for (const attempt of [0, 1]) {
      const result = runInWorker(kind, LARGE, { worker: true });
      await whenStarted(attempt);
      started[attempt].emit('error');
      await expect(result).rejects.toThrow(
        /its script did not load; does the Content-Security-Policy allow it/,
      );
    }
  });
});

test('an aborted signal ends the worker and is the reason; it does not keep later files out of workers', async () => {
  const kind = newKind();
  const controller = new AbortController();
  const result = runInWorker(kind, LARGE, { signal: controller.signal });
  await whenStarted();
  controller.abort(new Error('no longer needed'));
  await expect(result).rejects.toThrow('no longer needed');
  expect(started[0].isTerminated).toBe(true);
  const next = runInWorker(kind, LARGE, {});
  await whenStarted(1);
  started[1].emit('message', { data: { result: 1 } });
  expect(await next).toBe(1);
});

test('a signal that is aborted before the worker has started, or after its answer, is the reason too', async () => {
  const kind = newKind();
  const before = new AbortController();
  const early = runInWorker(kind, LARGE, { signal: before.signal });
  before.abort(new Error('too soon'));
  await expect(early).rejects.toThrow('too soon');
  expect(started).toEqual([]);

  const after = new AbortController();
  const late = runInWorker(kind, LARGE, { signal: after.signal });
  await whenStarted();
  started[0].emit('message', { data: { result: 1 } });
  after.abort(new Error('too late'));
  await expect(late).rejects.toThrow('too late');
  expect(started[0].isTerminated).toBe(true);
});

/** What the worker answers for each file, and what it hands over. */
async function answersOf(
  work: (bytes: Uint8Array) => object | Promise<object>,
  files: readonly Uint8Array[],
): Promise<[unknown, unknown][]> {
  const answers: [unknown, unknown][] = [];
  let listener: (event: { data: unknown }) => void = () => {};
  vi.stubGlobal('addEventListener', (_: string, given: typeof listener) => (listener = given));
  vi.stubGlobal('postMessage', (data: unknown, options: { transfer: unknown }) =>
    answers.push([data, options.transfer]),
  );
  answerRequests(work);
  for (const [i, data] of files.entries()) {
    listener({ data });
    await expect.poll(() => answers.length, { interval: 1 }).toBe(i + 1);
  }
  return answers;
}

describe('in the worker', () => {
  test.each([
    ['at once', (result: object) => result],
    ['later', (result: object) => Promise.resolve(result)],
  ])('an answer %s hands its buffers over; work that fails is answered with nothing', async (_, give) => {
    const double = (bytes: Uint8Array): object => {
      if (bytes.length === 0) throw new Error('empty');
      return give({ doubled: bytes.map((byte) => 2 * byte) });
    };
    const doubled = Uint8Array.of(2, 4);
    expect(await answersOf(double, [Uint8Array.of(1, 2), new Uint8Array(0)])).toEqual([
      [{ result: { doubled } }, [doubled.buffer]],
      [{}, []],
    ]);
  });

  test.each([
    [
      'a binary file',
      new MmdFormatError('2 bytes left', { code: 'truncated', section: 'header', offset: 7 }),
    ],
    [
      'a text file',
      new MmdFormatError('no brace', {
        code: 'bad-syntax',
        section: 'bone',
        offset: 40,
        place: { line: 3, column: 5 },
      }),
    ],
  ])(
    'what is wrong with %s arrives on the main thread as it was; the next file goes to a worker',
    async (_, error) => {
      const fail = (): object => {
        throw error;
      };
      const [[answer]] = await answersOf(fail, [SMALL]);
      const kind = newKind();
      const result = runInWorker(kind, LARGE, {}).catch((reason: unknown) => reason);
      await whenStarted();
      started[0].emit('message', { data: structuredClone(answer) });
      const arrived = (await result) as MmdFormatError;
      expect(arrived).toBeInstanceOf(MmdFormatError);
      const fields = ['message', 'code', 'section', 'offset', 'line', 'column'] as const;
      expect(fields.map((field) => arrived[field])).toEqual(fields.map((field) => error[field]));
      void runInWorker(kind, LARGE, {});
      await whenStarted(1);
    },
  );
});
