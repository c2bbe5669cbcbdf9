import { afterEach, beforeEach, vi } from 'vitest';

/** Milliseconds. */
const FRAME = 1000 / 60;

/**
 * In the tests of a file, 60 frames make a second of the page however long the machine takes for them, and
 * work takes no time: a busy machine sees the same as a fast one, which does not have to wait.
 */
export function fakeFrames(): void {
  const spies: { mockRestore(): void }[] = [];
  beforeEach(() => {
    let now = performance.now();
    let last = 0;
    const callbacks = new Map<number, FrameRequestCallback>();
    const frame = (): void => {
      now += FRAME;
      const due = [...callbacks.values()];
      callbacks.clear();
      for (const callback of due) callback(now);
    };
    const request = (callback: FrameRequestCallback): number => {
      if (callbacks.size === 0) setTimeout(frame);
      callbacks.set(++last, callback);
      return last;
    };
    spies.push(
      vi.spyOn(performance, 'now').mockImplementation(() => now),
      vi.spyOn(window, 'requestAnimationFrame').mockImplementation(request),
      vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((id) => void callbacks.delete(id)),
    );
  });
  afterEach(() => spies.splice(0).forEach((spy) => spy.mockRestore()));
}
