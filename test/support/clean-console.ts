import { afterAll, afterEach, beforeAll, expect } from 'vitest';

const KINDS = ['error', 'warn'] as const;

/**
 * Expects of each test of a file that the page logs no errors and no warnings, and leaves no promise
 * rejected: call it at the top of the file, so that the check follows the file's own `afterEach`. The result
 * gives, and forgets, what a test has expected. `isExpected` says which messages do not count. All files
 * share one page, so this listens only while its own file runs.
 */
export function expectCleanConsole(
  isExpected: (message: string) => boolean = () => false,
): () => unknown[][] {
  const complaints: unknown[][] = [];
  const take = (): unknown[][] => complaints.splice(0);
  const own = { error: console.error, warn: console.warn };
  const onError = (event: ErrorEvent): void => {
    if (event.target !== window) return; // of an element
    // not an error: sizes settle in the next frame
    if (event.message.startsWith('ResizeObserver loop')) return;
    complaints.push([event.error ?? event.message]);
    event.preventDefault(); // Vitest would report it, too
    event.stopImmediatePropagation();
  };
  const onRejection = ({ reason }: PromiseRejectionEvent): void => void complaints.push([reason]);
  beforeAll(() => {
    for (const kind of KINDS) {
      console[kind] = (...words: unknown[]) => {
        if (isExpected(String(words[0]))) return;
        complaints.push(words);
        own[kind].apply(console, words);
      };
    }
    addEventListener('error', onError, { capture: true });
    addEventListener('unhandledrejection', onRejection);
  });
  afterEach(() => expect(take()).toEqual([]));
  afterAll(() => {
    Object.assign(console, own);
    removeEventListener('error', onError, { capture: true });
    removeEventListener('unhandledrejection', onRejection);
  });
  return take;
}
