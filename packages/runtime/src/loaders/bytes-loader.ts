import { MmdFormatError } from '@odori/format';
import { detectStandIn, foreignProblem } from '@odori/format/internal';
import { Loader } from 'three';
import { fetchBytes } from './fetch-bytes.js';
import { fileNameOfUrl, LoadError } from './load-error.js';

/**
 * A base for loaders of files that are read as bytes. As three's other loaders, it supports path, request
 * headers, credentials, manager, progress and `abort`.
 *
 * A subclass makes the result from the bytes in {@link open}. The manager counts the file until `onLoad` has
 * returned.
 *
 * @example
 * class TextLoader extends BytesLoader<string> {
 *   protected open(bytes) {
 *     return new TextDecoder().decode(bytes);
 *   }
 * }
 */
export abstract class BytesLoader<T> extends Loader<T> {
  #abortController = new AbortController();

  /** Aborted by the next {@link abort}. */
  get signal(): AbortSignal {
    return this.#abortController.signal;
  }

  /** Makes the result from the bytes of a file. `url` is that of {@link load}. */
  protected abstract open(bytes: Uint8Array<ArrayBuffer>, url: string): T | Promise<T>;

  /** Gets the bytes of a file from the network. A subclass may get them from elsewhere. */
  protected async getBytes(
    url: string,
    onProgress?: (event: ProgressEvent) => void,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { manager, requestHeader, withCredentials, priority, cache, signal } = this;
    return fetchBytes(this.path + url, {
      manager,
      requestHeader,
      withCredentials,
      priority,
      cache,
      signal,
      onProgress: onProgress && ((loaded, total) => onProgress(progressEvent(loaded, total))),
    });
  }

  /**
   * Loads a file. A problem goes to `onError` and to the manager: a `LoadError` if the file could not be
   * fetched or is none of MMD's, such as a Git LFS pointer, or the error that its parser throws.
   */
  override load(
    url: string,
    onLoad: (result: T) => void,
    onProgress?: (event: ProgressEvent) => void,
    onError?: (error: unknown) => void,
  ): void {
    const { manager } = this;
    const item = this.path + url;
    manager.itemStart(item);
    const fail = (error: unknown): void => {
      onError?.(error);
      manager.itemError(item);
    };
    void this.getBytes(url, onProgress)
      .then((bytes) => this.#open(bytes, url))
      .then(onLoad, fail)
      .finally(() => manager.itemEnd(item));
  }

  async #open(bytes: Uint8Array<ArrayBuffer>, url: string): Promise<T> {
    try {
      return await this.open(bytes, url);
    } catch (error) {
      const isForeign = error instanceof MmdFormatError && error.code === 'bad-signature';
      const problem = isForeign ? foreignProblem(detectStandIn(bytes), 'a file of MMD') : undefined;
      if (problem === undefined) throw error;
      throw new LoadError(fileNameOfUrl(url), problem, { cause: error });
    }
  }

  /** Aborts the requests under way; each of them ends with an `AbortError`. */
  override abort(): this {
    this.#abortController.abort();
    this.#abortController = new AbortController();
    return this;
  }
}

function progressEvent(loaded: number, total: number): ProgressEvent {
  const init = { lengthComputable: total > 0, loaded, total };
  if (globalThis.ProgressEvent) return new ProgressEvent('progress', init);
  return Object.assign(new Event('progress'), init); // Node has no class for it
}
