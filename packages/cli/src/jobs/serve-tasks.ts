import { parentPort, workerData } from 'node:worker_threads';
import type { Console } from '../command.js';
import type { WorkerData, WorkerMessage } from './worker-pool.js';

/** In a worker thread: does the tasks that its `WorkerPool` sends. `open` makes what does them, once. */
export function serveTasks<Settings, Task, Result>(
  open: (settings: Settings, console: Console) => Promise<(task: Task) => Promise<Result>>,
): void {
  const port = parentPort!;
  const { settings, cwd } = workerData as WorkerData<Settings>;
  const say = (message: WorkerMessage<Result>): void => port.postMessage(message);
  // Only the main thread reads and writes the standard streams.
  const console: Console = {
    cwd,
    stdin: (async function* () {})(),
    write: () => Promise.reject(new Error('a worker thread has no stdout')),
    log: (line) => say({ line }),
  };
  const opened = open(settings, console);
  port.on('message', async (task: Task) => say({ done: true, result: await (await opened)(task) }));
}
