import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

/** What is at a path; undefined if nothing is. */
export async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
