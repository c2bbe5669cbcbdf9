import { nextTask } from './next-task.js';

/** Milliseconds of work after which the page gets its turn. */
const PORTION = 6;

/**
 * A function to call between small parts of long work. It lets the page draw and react from time to time.
 *
 * Rejects with the reason of `signal`.
 */
export function pauseOften(signal?: AbortSignal): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < PORTION) return undefined;
    return nextTask().then(() => {
      signal?.throwIfAborted();
      since = performance.now();
    });
  };
}
