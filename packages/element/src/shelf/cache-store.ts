import type { FileStore } from './file-store.js';

/** A cache of answers to requests that nobody makes. */
export class CacheStore implements FileStore {
  readonly #cache: Cache;
  readonly #folder: string;

  private constructor(cache: Cache, folder: string) {
    this.#cache = cache;
    this.#folder = folder;
  }

  static async open(this: void, name: string): Promise<CacheStore> {
    const folder = new URL(`/${encodeURIComponent(name)}/`, location.origin).href;
    return new CacheStore(await caches.open(name), folder);
  }

  async names(): Promise<string[]> {
    const requests = await this.#cache.keys();
    return requests.map(({ url }) => decodeURIComponent(url.slice(this.#folder.length)));
  }

  write(name: string, file: Blob): Promise<void> {
    return this.#cache.put(this.#address(name), new Response(file));
  }

  async read(name: string): Promise<Blob | undefined> {
    const answer = await this.#cache.match(this.#address(name));
    return answer?.blob();
  }

  async remove(name: string): Promise<void> {
    await this.#cache.delete(this.#address(name));
  }

  #address(name: string): string {
    return this.#folder + encodeURIComponent(name);
  }
}
