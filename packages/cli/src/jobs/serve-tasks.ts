import { parentPort, workerData } from 'node:worker_threads';
import type { Console } from '../command.js';
import type { WorkerData, WorkerMessage } from './worker-pool.js';

/** In a worker thread: does the tasks that its `WorkerPool` sends. `open` makes what does them, once. */
export function serveTasks(
  open: (settings: never, console: Console) => Promise<(task: never) => Promise<unknown>>,
): void {
  const port = parentPort!;
  const { settings, cwd } = workerData as WorkerData<never>;
  const say = (message: WorkerMessage<unknown>): void => port.postMessage(message);
  // Only the main thread reads and writes the standard streams.
  const console: Console = {
    cwd,
    stdin: (async function* () {})(),
    write: () => Promise.reject(new Error('a worker thread has no stdout')),
    log: (line) => say({ line }),
  };
  const opened = open(settings, console);
  port.on('message', async (task: unknown) =>
    say({ done: true, result: await (await opened)(task as never) }),
  );
}
