import { say } from '../../../shared/language/texts.js';
import { problemText } from '../../../shared/problem-text.js';
import type { Answer } from './job-worker.js';
import type { Job, Step } from './jobs.js';

/**
 * Does a job in a worker of its own, so that the dance goes on. Rejects with a sentence if the job fails, and
 * with the reason of `signal` if that aborts.
 */
export function runInWorker(
  job: Job,
  onStep: (step: Step) => void,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./job-worker.ts', import.meta.url), { type: 'module' });
  const result = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(message || say('The code for this could not be loaded.'))),
    );
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if ('step' in data) onStep(data.step);
      else if ('bytes' in data) resolve(data.bytes as Uint8Array<ArrayBuffer>);
      else reject(new Error(problemText(data.problem)));
    });
    signal.throwIfAborted();
    worker.postMessage(job);
  });
  return result.finally(() => worker.terminate());
}
