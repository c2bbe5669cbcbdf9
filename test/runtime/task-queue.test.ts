import { TaskQueue } from '@odori/runtime/internal/three';
import { afterEach, expect, test, vi } from 'vitest';

/** The page's clock, in milliseconds: only steps move it. */
let now = 0;

function useClock(): void {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
}

/** Names the step that ran, or `other` for a message of the page that was handled between. */
const order: string[] = [];

function step(name: string, milliseconds: number): () => string {
  return () => {
    now += milliseconds;
    order.push(name);
    return name;
  };
}

/** Other work of the page, which waits for its turn. */
function postOther(): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    order.push('other');
    port1.close();
  });
  port1.start();
  port2.postMessage(undefined);
}

afterEach(() => {
  vi.restoreAllMocks();
  order.length = 0;
});

test('the first step comes in a later task than the call', async () => {
  useClock();
  postOther();
  expect(await new TaskQueue().run(step('a', 1))).toBe('a');
  expect(order).toEqual(['other', 'a']);
});

test('steps share a task until the slice is used up; then the page gets its turn', async () => {
  useClock();
  const tasks = new TaskQueue(6);
  await tasks.run(step('a', 2));
  postOther();
  await tasks.run(step('b', 3)); // 5 of 6 milliseconds
  await tasks.run(step('c', 2)); // 7
  await tasks.run(step('d', 5));
  expect(order).toEqual(['a', 'b', 'c', 'other', 'd']);
});

test('after a long step, the page gets its turn before the caller goes on', async () => {
  useClock();
  const tasks = new TaskQueue();
  await tasks.run(step('a', 0));
  postOther();
  await tasks.run(step('long', 50));
  order.push('caller');
  expect(order).toEqual(['a', 'long', 'other', 'caller']);
});

test('with a slice of 0, the page gets its turn after each step', async () => {
  useClock();
  const tasks = new TaskQueue(0);
  await tasks.run(step('a', 0));
  postOther();
  await tasks.run(step('b', 0));
  expect(order).toEqual(['a', 'other', 'b']);
});

test('an aborted signal keeps a step from running, also when it aborts while the step waits', async () => {
  const tasks = new TaskQueue();
  const reason = new Error('no longer wanted');
  await expect(tasks.run(step('a', 1), AbortSignal.abort(reason))).rejects.toBe(reason);
  const controller = new AbortController();
  const waiting = new TaskQueue().run(step('b', 1), controller.signal);
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(order).toEqual([]);
});

test('rejects with what a step throws; later steps run', async () => {
  const tasks = new TaskQueue();
  await expect(
    tasks.run(() => {
      throw new TypeError('no');
    }),
  ).rejects.toThrow(TypeError);
  expect(await tasks.run(step('next', 1))).toBe('next');
});

test('idle resolves where the page cannot say when it is idle', async () => {
  await expect(new TaskQueue().idle()).resolves.toBeUndefined();
});

test('a step that rejects while the page has its turn rejects to the caller alone', async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): unknown => unhandled.push(reason);
  process.on('unhandledRejection', onUnhandled);
  const tasks = new TaskQueue(0);
  await expect(tasks.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
});
