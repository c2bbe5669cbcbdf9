import { FileError } from '../errors.js';
import { say } from '../language/message.js';

/** Signals that stop a program and allow it to clean up: Ctrl-C, `kill`, a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `use` with a signal that is aborted when the user stops the program, or when `outer` is. When `use`
 * has cleaned up, the program ends as the signal would have ended it.
 *
 * @throws {@link FileError} (as rejection) if `outer` has stopped it.
 */
export async function withStopSignal<T>(
  outer: AbortSignal | undefined,
  use: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopped = new AbortController();
  let name: NodeJS.Signals | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    name = signal;
    stopped.abort();
  };
  const abort = (): void => stopped.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  outer?.addEventListener('abort', abort);
  try {
    if (outer?.aborted) stopped.abort();
    return await use(stopped.signal);
  } catch (error) {
    throw stopped.signal.aborted ? new FileError(say('stopped'), { cause: error }) : error;
  } finally {
    outer?.removeEventListener('abort', abort);
    for (const signal of SIGNALS) process.off(signal, stop);
    if (name) process.kill(process.pid, name);
  }
}
