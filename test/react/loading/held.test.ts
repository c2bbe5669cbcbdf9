import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Held } from '#src/react/loading/held.js';

const onEnd = vi.fn<() => void>();

beforeEach(() => {
  onEnd.mockClear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('it ends once, after its last user has let go of it', () => {
  const held = new Held(onEnd);
  const [first, second] = [held.hold(), held.hold()];
  first();
  vi.runAllTimers();
  expect([held.isOver, onEnd.mock.calls.length]).toEqual([false, 0]);
  second();
  expect(held.isOver).toBe(false);
  vi.runAllTimers();
  held.end();
  expect([held.isOver, onEnd.mock.calls.length]).toEqual([true, 1]);
});

test('a user who lets go and comes back in the same task keeps it, as effects do in StrictMode', () => {
  const held = new Held(onEnd);
  held.hold()();
  const release = held.hold();
  vi.runAllTimers();
  expect(held.isOver).toBe(false);
  release();
  vi.runAllTimers();
  expect(held.isOver).toBe(true);
});

test('it ends after a time unless somebody uses it then, and the last time counts', () => {
  const held = new Held(onEnd);
  held.endAfter(500);
  vi.advanceTimersByTime(400);
  held.endAfter(500);
  vi.advanceTimersByTime(400);
  expect(held.isOver).toBe(false);
  vi.advanceTimersByTime(100);
  expect(held.isOver).toBe(true);

  const used = new Held(onEnd);
  used.endAfter(500);
  used.hold();
  vi.advanceTimersByTime(1000);
  expect(used.isOver).toBe(false);
});

test('what has ended can be used again, and ends again: React shows again what it has hidden', () => {
  const held = new Held(onEnd);
  held.hold()();
  vi.runAllTimers();
  const release = held.hold();
  vi.runAllTimers();
  expect([held.isOver, onEnd.mock.calls.length]).toEqual([false, 1]);
  release();
  vi.runAllTimers();
  expect(onEnd).toHaveBeenCalledTimes(2);
});
