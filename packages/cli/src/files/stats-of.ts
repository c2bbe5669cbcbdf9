import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';

/** What is at a path; undefined if nothing is. In bigints: files of Windows have numbers that are too long for others. */
export async function statsOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Undefined also of what may not be looked at: for those who leave it to whoever reads or writes there to tell why. */
export function statsIfSeen(path: string): Promise<BigIntStats | undefined> {
  return statsOf(path).catch(() => undefined);
}
