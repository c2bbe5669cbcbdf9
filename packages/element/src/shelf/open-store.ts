import { CacheStore } from './cache-store.js';
import type { FileStore } from './file-store.js';
import { OpfsStore } from './opfs-store.js';
import { ShelfError } from './shelf-error.js';

/**
 * The files of a shelf: in the origin private file system, else in the Cache API. A shelf that began in the
 * Cache API stays there when the browser has learned the other.
 *
 * @throws {@link ShelfError} (as rejection) `no-storage`: the browser has neither, or refuses them.
 */
export async function openStore(name: string): Promise<FileStore> {
  const failures: unknown[] = [];
  for (const open of [openCacheOfBefore, OpfsStore.open, CacheStore.open]) {
    try {
      if (!navigator.locks) throw new Error('navigator.locks is missing');
      const store = await open(name);
      if (store) return store;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new ShelfError(
    'this browser keeps no files for this page: use a window that is not private, and an address with https',
    'no-storage',
    { cause: failures.at(-1) },
  );
}

async function openCacheOfBefore(name: string): Promise<FileStore | undefined> {
  return (await caches.has(name)) ? CacheStore.open(name) : undefined;
}
