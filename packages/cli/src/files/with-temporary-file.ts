import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What stops a program and lets it tidy up: Ctrl-C, `kill`, a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * An empty file in a folder, for as long as `use` takes. Ctrl-C does not leave it behind either.
 *
 * Signals are listened to for so long only, and then go on to whoever else listens, or stop the program as ever: while
 * it computes, nobody could hear them.
 */
export async function withTemporaryFile<T>(
  folder: string,
  mode: number | undefined,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, `.odori-${randomUUID()}.tmp`);
  const stop = (signal: NodeJS.Signals): void => {
    rmSync(path, { force: true });
    listen('off', stop);
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  listen('on', stop);
  try {
    writeFileSync(path, '', { flag: 'wx', ...(mode !== undefined && { mode }) }); // at once: no signal comes between
    return await use(path);
  } finally {
    await rm(path, { force: true });
    listen('off', stop);
  }
}

function listen(how: 'on' | 'off', stop: (signal: NodeJS.Signals) => void): void {
  for (const signal of SIGNALS) process[how](signal, stop);
}
