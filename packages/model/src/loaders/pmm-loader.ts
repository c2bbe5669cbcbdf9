import { parsePmm } from '@odori/format';
import { FileLoader, Loader } from 'three';
import { createMapSource } from '../files/file-source.js';
import { folderOfUrl } from '../files/paths.js';
import { resolvePath } from '../files/resolve-path.js';
import { createScene, type SceneOptions } from '../scene/create-scene.js';
import type { MmdScene } from '../scene/mmd-scene.js';
import { createMapResolver, createUrlResolver } from '../scene/model-resolver.js';

/**
 * Loads a project of MMD with its models, from beside it or from files at hand.
 *
 * @example
 * const mmdScene = await new PMMLoader().loadAsync('show/stage.pmm'); // models below show/
 * scene.add(mmdScene.root);
 */
export class PMMLoader extends Loader<MmdScene> {
  #files: ReadonlyMap<string, Blob> | undefined;
  #options: Partial<SceneOptions> = {};

  /** Lets project and models come from files at hand (a dropped folder, an unpacked zip) instead of the network. */
  setFiles(files: ReadonlyMap<string, Blob> | undefined): this {
    this.#files = files;
    return this;
  }

  /** What `createScene` is to heed; a `resolve` of yours takes the place of the loader's. */
  setOptions(options: Partial<SceneOptions>): this {
    this.#options = options;
    return this;
  }

  /**
   * The scene of a project's bytes; its models are looked for in `options.resolve`, else in the files at hand, else below
   * `resourcePath`.
   *
   * @throws MmdFormatError (as rejection) if the bytes are no project.
   */
  async parseAsync(bytes: ArrayBuffer | Uint8Array, options: Partial<SceneOptions> = {}): Promise<MmdScene> {
    const resolve = this.#files ? createMapResolver(this.#files) : createUrlResolver(this.resourcePath, this);
    const { manager } = this;
    return createScene(parsePmm(bytes), { resolve, manager, ...this.#options, ...options });
  }

  /** What goes wrong with the project goes to `onError` and to the manager; missing models are no error: `scene.report`. */
  override load(
    url: string,
    onLoad: (scene: MmdScene) => void,
    onProgress?: (event: ProgressEvent) => void,
    onError?: (error: unknown) => void,
  ): void {
    const { manager } = this;
    manager.itemStart(url); // so that it waits for the models too
    this.#fetch(url, onProgress)
      .then((bytes) => this.parseAsync(bytes, this.#beside(url)))
      .then(onLoad, (error: unknown) => {
        manager.itemError(url);
        onError?.(error);
      })
      .finally(() => manager.itemEnd(url));
  }

  #beside(url: string): Partial<SceneOptions> {
    if (this.#files || this.resourcePath || this.#options.resolve) return {};
    return { resolve: createUrlResolver(folderOfUrl(this.path + url), this) };
  }

  async #fetch(url: string, onProgress?: (event: ProgressEvent) => void): Promise<ArrayBuffer> {
    if (this.#files) {
      const path = resolvePath(this.path + url) ?? url;
      const file = await createMapSource(this.#files, path).open(path.slice(path.lastIndexOf('/') + 1));
      if (!file) throw new TypeError(`${url} is not among the files`);
      return file.arrayBuffer();
    }
    const loader = new FileLoader(this.manager);
    loader.setPath(this.path);
    loader.setResponseType('arraybuffer');
    loader.setRequestHeader(this.requestHeader);
    loader.setWithCredentials(this.withCredentials);
    return (await loader.loadAsync(url, onProgress)) as ArrayBuffer;
  }
}
