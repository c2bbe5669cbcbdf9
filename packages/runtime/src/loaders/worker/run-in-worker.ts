import { MmdFormatError } from '@odori/format';
import { TaskQueue } from '../../task-queue.js';
import type { Answer } from './answer-requests.js';

/** `'auto'`: in a worker if the file is large and one can be had; true: always; false: never. */
export type WorkerUse = 'auto' | boolean;

/** @inline */
export interface WorkerOptions {
  /**
   * Whether a file is parsed and prepared in a worker, so that the page stays smooth meanwhile. The result is
   * the same. True rejects if the worker cannot be had.
   */
  readonly worker?: WorkerUse | undefined; // 'auto'
}

interface RunOptions extends WorkerOptions {
  readonly signal?: AbortSignal | undefined;
  /** Starts the worker in a step. What the caller does with the answer should be a step of the same queue. */
  readonly tasks?: TaskQueue | undefined;
}

/** Files below this many bytes are parsed sooner than a worker starts. */
const WORTH_A_WORKER = 2 ** 17;

/** The kinds of workers that this page cannot have. */
const refused = new Set<() => Worker>();

/**
 * Sends a copy of a file's bytes to a new worker, and resolves to its answer. The worker ends with the answer
 * or with `signal`.
 *
 * Undefined: do the work here, because the file is small, the worker cannot be had or could not do the work,
 * or the options say so.
 *
 * @throws MmdFormatError (as rejection) that the worker had for the file; Error if `worker` is true and the
 * worker cannot be had. Rejects with the reason of `signal` if that aborts.
 */
export async function runInWorker<T>(
  open: () => Worker,
  bytes: Uint8Array,
  options: RunOptions,
): Promise<T | undefined> {
  const { worker = 'auto' } = options;
  if (worker === false || (worker === 'auto' && bytes.length < WORTH_A_WORKER)) return undefined;
  const { result, problem } = await askWorker<T>(open, (port) => postCopy(port, bytes), options);
  if (!problem) return result;
  const { message, code, section, ...position } = problem;
  // The message says the position already.
  throw Object.assign(new MmdFormatError(message, { code, section }), position);
}

/** The caller's bytes stay, for another attempt. */
function postCopy(worker: Worker, bytes: Uint8Array): void {
  const copy = bytes.slice();
  worker.postMessage(copy, [copy.buffer]);
}

/**
 * What a new worker answers to the message that `post` sends it. The worker ends with the answer or with
 * `signal`. Without a result: do the work here, because the worker cannot be had or could not do it.
 *
 * Rejects as {@link runInWorker}.
 */
export async function askWorker<T>(
  open: () => Worker,
  post: (worker: Worker) => void,
  { worker = 'auto', signal, tasks = new TaskQueue() }: RunOptions,
): Promise<Answer<T>> {
  if (worker === 'auto' && refused.has(open)) return {};
  try {
    checkPage();
    const answer = await tasks.run(() => ask<T>(open(), post, signal), signal);
    signal?.throwIfAborted();
    return answer;
  } catch (cause) {
    signal?.throwIfAborted();
    refused.add(open);
    if (worker === 'auto') return {};
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`the file cannot be loaded in a worker, as \`worker: true\` demands: ${reason}`, {
      cause,
    });
  }
}

/** @throws Error where workers do not start, or do not find their packages. */
function checkPage(): void {
  if (typeof Worker === 'undefined' || typeof document === 'undefined')
    throw new Error('only a page of a browser has workers');
  const maps = [...document.querySelectorAll('script[type="importmap"]')];
  if (maps.some(({ textContent }) => textContent?.includes('"@odori/format"')))
    throw new Error('import maps do not reach workers; use a bundler');
}

async function ask<T>(
  worker: Worker,
  post: (worker: Worker) => void,
  signal?: AbortSignal,
): Promise<Answer<T>> {
  let stop: (() => void) | undefined;
  try {
    return await new Promise<Answer<T>>((resolve, reject) => {
      stop = () => reject(signal!.reason as Error);
      signal?.addEventListener('abort', stop);
      worker.addEventListener('message', ({ data }) => resolve(data as Answer<T>));
      worker.addEventListener('messageerror', () => reject(new Error('its answer could not be read')));
      worker.addEventListener('error', (event) => {
        event.preventDefault(); // the main thread does the work, so this is no error of the page
        reject(
          new Error(event.message || 'its script did not load; does the Content-Security-Policy allow it?'),
        );
      });
      post(worker);
    });
  } finally {
    if (stop) signal?.removeEventListener('abort', stop);
    worker.terminate();
  }
}
