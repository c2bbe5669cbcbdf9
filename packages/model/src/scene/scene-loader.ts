import { parsePmm, type Pmm } from '@odori/format';
import { folderOfUrl } from '../files/url-source.js';
import type { SceneOptions } from './create-scene.js';
import type { MmdScene } from './mmd-scene.js';
import { createMapResolver, createUrlResolver, type ModelResolver } from './model-resolver.js';
import { FilesLoaderBase } from '../loaders/files-loader.js';

/** What the loaders of projects of all entry points share. An entry point adds the materials. */
export abstract class SceneLoaderBase extends FilesLoaderBase<MmdScene, SceneOptions> {
  protected abstract create(pmm: Pmm, options: SceneOptions): Promise<MmdScene>;

  /**
   * Makes a scene from the bytes of a project. Resolves when its models have loaded.
   *
   * @throws MmdFormatError (as rejection) if the bytes are not a project.
   */
  async parse(bytes: ArrayBuffer | Uint8Array, options: Partial<SceneOptions> = {}): Promise<MmdScene> {
    const { manager } = this;
    const resolve = this.#resolver(this.resourcePath);
    return this.create(parsePmm(bytes), { resolve, manager, ...this.options, ...options });
  }

  protected override async open(bytes: Uint8Array, url: string): Promise<MmdScene> {
    const beside = this.#resolver(this.resourcePath || folderOfUrl(this.path + url));
    return this.whole(() => this.parse(bytes, { resolve: this.options.resolve ?? beside }));
  }

  #resolver(baseUrl: string): ModelResolver {
    return this.files ? createMapResolver(this.files) : createUrlResolver(baseUrl, this);
  }
}
