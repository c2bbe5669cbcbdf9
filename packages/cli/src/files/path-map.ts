import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { statsIfReadable } from './paths.js';

/**
 * A map by absolute path in which all paths to the same file are one key: through symlinks, and in another
 * case or Unicode form where the disk does not distinguish them.
 *
 * A key is the real path and, if the file exists, its inode number. Neither is enough alone: not every disk
 * keeps its numbers, and a real path on Linux keeps the case in which it was asked for.
 */
export class PathMap<T> {
  readonly #values = new Map<string, T>();

  /** A later value replaces an earlier one. */
  async set(path: string, value: T): Promise<void> {
    for (const key of await keysOf(path)) this.#values.set(key, value);
  }

  async get(path: string): Promise<T | undefined> {
    const key = (await keysOf(path)).find((each) => this.#values.has(each));
    return key === undefined ? undefined : this.#values.get(key);
  }
}

async function keysOf(path: string): Promise<string[]> {
  const key = await realPath(path);
  const stats = await statsIfReadable(path);
  // Writing moves a new file to the path, so other hard links keep the old content: such a file has no number
  // here.
  // 0: the disk has no numbers
  const hasNumber = stats !== undefined && stats.nlink === 1n && stats.ino !== 0n;
  return hasNumber ? [key, `${stats.dev}:${stats.ino}`] : [key];
}

/** For a file that does not exist: its name in the real path of its folder. */
async function realPath(path: string): Promise<string> {
  const folder = dirname(path);
  return realpath(path).catch(async () =>
    folder === path ? path : join(await realPath(folder), basename(path)),
  );
}
