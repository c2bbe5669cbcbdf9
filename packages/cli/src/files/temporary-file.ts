import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Signals that stop a program and allow it to clean up: Ctrl-C, `kill`, a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The temporary files that exist now. */
const paths = new Set<string>();

/**
 * Creates an empty file in a folder, calls `use`, and removes the file, also on Ctrl-C.
 *
 * Signal listeners exist only while `use` runs, because a signal listener keeps Ctrl-C from stopping a long
 * computation. If the program has another listener, that one decides whether the program stops; `use` then
 * continues.
 */
export async function withTemporaryFile<T>(
  folder: string,
  mode: number | undefined,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, `.odori-${randomUUID()}.tmp`);
  if (paths.size === 0) addListeners();
  paths.add(path);
  try {
    // sync: no signal can interrupt it
    writeFileSync(path, '', { flag: 'wx', ...(mode !== undefined && { mode }) });
    return await use(path);
  } finally {
    await rm(path, { force: true });
    paths.delete(path);
    if (paths.size === 0) removeListeners();
  }
}

/** First in the list: a `once` listener that ran before ours would no longer be counted in {@link stop}. */
function addListeners(): void {
  for (const signal of SIGNALS) process.prependListener(signal, stop);
  process.on('exit', removeFiles);
}

function removeListeners(): void {
  for (const signal of SIGNALS) process.off(signal, stop);
  process.off('exit', removeFiles);
}

function stop(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeFiles();
  removeListeners();
  process.kill(process.pid, signal);
}

function removeFiles(): void {
  for (const path of paths) rmSync(path, { force: true });
}
