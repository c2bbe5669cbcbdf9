import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { statsIfSeen } from './stats-of.js';

/**
 * What is known of places on a disk, by absolute path, whatever name leads there: through links, or in another case or
 * another form of Unicode, where the disk takes them for the same.
 *
 * A place goes by its real path and, if a file is there, by its number. Numbers are not the same for ever on every disk,
 * and real paths of Linux leave the case as it was asked for: together they miss nothing that was seen.
 */
export class PlaceMap<T> {
  readonly #known = new Map<string, T>();

  /** Of two for one place the later one counts. */
  async set(path: string, value: T): Promise<void> {
    for (const key of await keysOf(path)) this.#known.set(key, value);
  }

  async get(path: string): Promise<T | undefined> {
    const key = (await keysOf(path)).find((each) => this.#known.has(each));
    return key === undefined ? undefined : this.#known.get(key);
  }
}

async function keysOf(path: string): Promise<string[]> {
  const key = await realPath(path);
  const there = await statsIfSeen(path);
  // A file of several names is none that writing overwrites: it moves a new one to one of them. 0 is no number.
  const hasNumber = there !== undefined && there.nlink === 1n && there.ino !== 0n;
  return hasNumber ? [key, `${there.dev}:${there.ino}`] : [key];
}

/** Of what is not there yet, the name in the real path of its folder. */
async function realPath(path: string): Promise<string> {
  const folder = dirname(path);
  return realpath(path).catch(async () =>
    folder === path ? path : join(await realPath(folder), basename(path)),
  );
}
