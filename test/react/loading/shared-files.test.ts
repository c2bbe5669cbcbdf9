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
  const release = file.held.hold();
  await file.loading.promise;
  release();
  await vi.runAllTimersAsync();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('content');
  expect(files.open('a.pmx', load)).not.toBe(file);
});

test('a file for a render that was thrown away ends after half a minute, also if it arrives later', async () => {
  const files = new SharedFiles<string>(onEnd);
  let arrive!: (content: string) => void;
  const file = files.open('a.pmx', () => new Promise((resolve) => (arrive = resolve))).expire();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(files.open('a.pmx', load)).toBe(file);
  await vi.advanceTimersByTimeAsync(1000);
  expect(onEnd).not.toHaveBeenCalled();
  arrive('late');
  await vi.runAllTimersAsync();
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('late');
});

test('an error is kept for half a second after the last render that asked for the file', async () => {
  const files = new SharedFiles<string>(onEnd);
  const file = files.open('a.pmx', () => Promise.reject(new Error('missing')));
  await expect(file.loading.promise).rejects.toThrow('missing');
  file.expire();
  vi.advanceTimersByTime(499);
  expect(files.open('a.pmx', load)).toBe(file);
  vi.advanceTimersByTime(1);
  expect(files.open('a.pmx', load)).not.toBe(file);
});

test('a forgotten file is loaded anew; what a component uses does not end', async () => {
  const files = new SharedFiles<string>(onEnd);
  const used = files.open('a.pmx', load);
  const release = used.held.hold();
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
