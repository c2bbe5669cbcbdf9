import { resolvePath } from '@odori/format';
import { BytesLoader, LoadError } from '@odori/runtime';
import type { LoadingManager } from 'three';
import { createMapSource, type FileSource } from '../files/file-source.js';
import { folderOfUrl } from '../files/paths.js';
import { createUrlSource } from '../files/url-source.js';
import { isZip, readFile } from './open-file.js';

/**
 * A `Loader` of three that takes a file, and the files beside it, from the network or from files at hand.
 *
 * `load` and `loadAsync` resolve when everything has loaded; `parse` makes the result from bytes. The path, request
 * headers, credentials, manager and progress are used as in three's loaders.
 */
export abstract class FilesLoader<T, Options extends object> extends BytesLoader<T> {
  protected files: ReadonlyMap<string, Blob> | undefined;
  protected options: Partial<Options> = {};

  /**
   * Takes three's manager, as all loaders do, or options, which may have a `manager`.
   *
   * @example
   * new PMXLoader({ physics: true });
   */
  constructor(managerOrOptions: LoadingManager | (Partial<Options> & { manager?: LoadingManager }) = {}) {
    const isManager = 'itemStart' in managerOrOptions;
    super(isManager ? managerOrOptions : managerOrOptions.manager);
    if (!isManager) this.options = managerOrOptions;
  }

  /**
   * Uses files at hand (a dropped folder, an unpacked zip) instead of the network; undefined: the network again.
   *
   * @example
   * new PMXLoader().setFiles(await readZip(bytes)).loadAsync('miku/miku.pmx');
   */
  setFiles(files: ReadonlyMap<string, Blob> | undefined): this {
    this.files = files;
    return this;
  }

  /** Sets options for everything that is loaded or parsed from now on. */
  setOptions(options: Partial<Options>): this {
    this.options = options;
    return this;
  }

  protected override async getBytes(
    url: string,
    onProgress?: (event: ProgressEvent) => void,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await (this.files
      ? readFile(this.files, this.pathOf(url))
      : super.getBytes(url, onProgress));
    if (isZip(bytes)) throw new LoadError(url, 'this is a zip: pass the result of readZip to setFiles');
    return bytes;
  }

  /** The files beside a file. @internal */
  protected filesBeside(url: string): FileSource {
    return this.files
      ? createMapSource(this.files, this.pathOf(url))
      : createUrlSource(this.resourcePath || folderOfUrl(this.path + url), this);
  }

  /** Opens something whole. It is freed if it comes after `abort`. @internal */
  protected async whole<R extends { dispose(): void }>(open: () => Promise<R>): Promise<R> {
    const { signal } = this;
    const opened = await open();
    if (!signal.aborted) return opened;
    opened.dispose();
    throw signal.reason;
  }

  /** The path of a file among the files at hand. */
  protected pathOf(url: string): string {
    return resolvePath(this.path + url) ?? url;
  }
}
