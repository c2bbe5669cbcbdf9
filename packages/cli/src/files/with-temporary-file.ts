import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What stops a program and lets it tidy up: Ctrl-C, `kill`, a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Those that there are now. */
const paths = new Set<string>();

/**
 * An empty file in a folder, for as long as `use` takes. Ctrl-C does not leave it behind either.
 *
 * Signals are listened to for so long only, and stop the program as ever: while it computes, nobody could hear them. If
 * somebody else listens, too, it is theirs to end the program or to go on, and then so does `use`.
 */
export async function withTemporaryFile<T>(
  folder: string,
  mode: number | undefined,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, `.odori-${randomUUID()}.tmp`);
  if (paths.size === 0) listen();
  paths.add(path);
  try {
    writeFileSync(path, '', { flag: 'wx', ...(mode !== undefined && { mode }) }); // at once: no signal comes between
    return await use(path);
  } finally {
    await rm(path, { force: true });
    paths.delete(path);
    if (paths.size === 0) listenNoMore();
  }
}

/** Before all others: who listens once would not be there any more to be counted. */
function listen(): void {
  for (const signal of SIGNALS) process.prependListener(signal, stop);
  process.on('exit', removeAll);
}

function listenNoMore(): void {
  for (const signal of SIGNALS) process.off(signal, stop);
  process.off('exit', removeAll);
}

function stop(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  listenNoMore();
  process.kill(process.pid, signal);
}

function removeAll(): void {
  for (const path of paths) rmSync(path, { force: true });
}
