import { parentPort, workerData } from 'node:worker_threads';
import type { Console } from '../console.js';
import { loadWords } from '../language/words.js';
import { ConsoleShell, type Shell } from '../shell.js';
import type { WorkerData, WorkerMessage } from './worker-pool.js';

/** In a worker thread: does the tasks that its `WorkerPool` sends. `open` makes what does them, once. */
export function serveTasks(
  open: (settings: never, console: Shell) => Promise<(task: never) => Promise<unknown>>,
): void {
  const port = parentPort!;
  const { settings, cwd, language } = workerData as WorkerData<never>;
  const say = (message: WorkerMessage<unknown>): void => port.postMessage(message);
  // Only the main thread reads and writes the standard streams.
  const console: Console = {
    cwd,
    stdin: (async function* () {})(),
    write: () => Promise.reject(new Error('no stdout')),
    log: (line) => say({ line }),
  };
  const opened = loadWords(language).then((words) => open(settings, new ConsoleShell(console, words)));
  port.on('message', async (task: unknown) =>
    say({ done: true, result: await (await opened)(task as never) }),
  );
}
