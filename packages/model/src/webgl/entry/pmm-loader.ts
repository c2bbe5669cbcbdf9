import { parsePmm } from '@odori/format';
import { folderOfUrl } from '../../files/paths.js';
import { FilesLoader } from '../../loaders/files-loader.js';
import type { SceneOptions } from '../../scene/create-scene.js';
import type { MmdScene } from '../../scene/mmd-scene.js';
import { createMapResolver, createUrlResolver, type ModelResolver } from '../../scene/model-resolver.js';
import { createScene } from './create-scene.js';

/**
 * Loads a project of MMD with its models and accessories, as three's other loaders do: `load`, `loadAsync`, `parse`, `setPath` and so on.
 *
 * They are found by the option `resolve`, else among the files at hand, else in `resourcePath` or beside the project.
 * What is missing is not an error, see `scene.report`.
 *
 * @example
 * const mmdScene = await new PMMLoader().loadAsync('show/stage.pmm'); // models below show/
 * scene.add(mmdScene.root);
 */
export class PMMLoader extends FilesLoader<MmdScene, SceneOptions> {
  /**
   * Makes a scene from the bytes of a project. Resolves when its models have loaded.
   *
   * @throws MmdFormatError (as rejection) if the bytes are not a project.
   */
  async parse(bytes: ArrayBuffer | Uint8Array, options: Partial<SceneOptions> = {}): Promise<MmdScene> {
    const { manager } = this;
    const resolve = this.#resolver(this.resourcePath);
    return createScene(parsePmm(bytes), { resolve, manager, ...this.options, ...options });
  }

  protected override async open(bytes: Uint8Array, url: string): Promise<MmdScene> {
    const beside = this.#resolver(this.resourcePath || folderOfUrl(this.path + url));
    return this.whole(() => this.parse(bytes, { resolve: this.options.resolve ?? beside }));
  }

  #resolver(baseUrl: string): ModelResolver {
    return this.files ? createMapResolver(this.files) : createUrlResolver(baseUrl, this);
  }
}
