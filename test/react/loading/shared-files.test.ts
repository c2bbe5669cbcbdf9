import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharedFiles } from '#src/react/loading/shared-files.js';

const onEnd = vi.fn<(content: string) => void>();
const load = vi.fn<() => Promise<string>>(() => Promise.resolve('content'));

beforeEach(() => {
  onEnd.mockClear();
  load.mockClear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a URL, as text or as URL, and an object are loaded once; a variant is loaded for itself', async () => {
  const files = new SharedFiles<string>();
  const blob = new Blob();
  const url = new URL('https://example.org/a.pmx');
  const a = files.open(url, load);
  expect(files.open(url.href, load)).toBe(a);
  expect(files.open(blob, load)).toBe(files.open(blob, load));
  expect(files.open(new Blob(), load)).not.toBe(files.open(blob, load));
  expect(files.open(url, load, 'b')).not.toBe(a);
  expect(load).not.toHaveBeenCalled(); // not while React renders
  expect(await a.loading.promise).toBe('content');
  expect(load).toHaveBeenCalledTimes(4);
});

test('the content ends with the last component that uses the file, and the next one loads it anew', async () => {
  const files = new SharedFiles<string>(onEnd);
  const file = files.open('a.pmx', load);
  const release = file.hold();
  await file.loading.promise;
  release();
  await vi.runAllTimersAsync();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('content');
  expect(files.open('a.pmx', load)).not.toBe(file);
});

/** A file that arrives when the test says so. */
function later(): { load: () => Promise<string>; arrive: (content: string) => void } {
  let arrive!: (content: string) => void;
  const content = new Promise<string>((resolve) => (arrive = resolve));
  return { load: () => content, arrive };
}

test('a file of a render that was thrown away ends half a minute after it has arrived', async () => {
  const files = new SharedFiles<string>(onEnd);
  const slow = later();
  const file = files.open('a.pmx', slow.load).expire();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(files.open('a.pmx', load)).toBe(file); // a slow network takes minutes
  slow.arrive('late');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1001);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('late');
});

test('a file waits for the component as long as another file loads, for which the component may wait', async () => {
  const [models, motions] = [new SharedFiles<string>(onEnd), new SharedFiles<string>()];
  const file = models.open('a.pmx', load).expire();
  const slow = later();
  motions.open('slow.vmd', slow.load).expire();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(models.open('a.pmx', load)).toBe(file);
  slow.arrive('late');
  await vi.advanceTimersByTimeAsync(31_000);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('content');
});

test('an error is kept for half a second after the last render that asked for the file', async () => {
  const files = new SharedFiles<string>(onEnd);
  const file = files.open('a.pmx', () => Promise.reject(new Error('missing')));
  await expect(file.loading.promise).rejects.toThrow('missing');
  await vi.advanceTimersByTimeAsync(300);
  file.expire();
  await vi.advanceTimersByTimeAsync(499);
  expect(files.open('a.pmx', load)).toBe(file);
  await vi.advanceTimersByTimeAsync(1);
  expect(files.open('a.pmx', load)).not.toBe(file);
});

test('a forgotten file is loaded anew; what a component uses does not end', async () => {
  const files = new SharedFiles<string>(onEnd);
  const used = files.open('a.pmx', load);
  const release = used.hold();
  files.forget('a.pmx');
  const next = files.open('a.pmx', load);
  expect(next).not.toBe(used);
  await vi.runAllTimersAsync();
  expect(onEnd).not.toHaveBeenCalled();
  release();
  await vi.runAllTimersAsync();
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(files.open('a.pmx', load)).toBe(next);
});

test('a file that was opened for later stays until it is forgotten', async () => {
  const files = new SharedFiles<string>(onEnd);
  files.open('a.pmx', load);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(onEnd).not.toHaveBeenCalled();
  files.forget('a.pmx');
  await vi.runAllTimersAsync();
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('an error before any component asks for the file is not kept', async () => {
  const files = new SharedFiles<string>(onEnd);
  const file = files.open('a.pmx', () => Promise.reject(new Error('offline')));
  await vi.advanceTimersByTimeAsync(501);
  expect(files.open('a.pmx', load)).not.toBe(file);
});
