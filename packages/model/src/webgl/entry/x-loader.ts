import type { AccessoryOptions } from '../../accessory/accessory-options.js';
import type { MmdAccessory } from '../../accessory/mmd-accessory.js';
import { FilesLoader } from '../../loaders/files-loader.js';
import { loadAccessoryMaker } from '../load-accessory-maker.js';

/**
 * Loads an accessory (`.x` or `.vac`) with its textures, as three's other loaders do: `load`, `loadAsync`, `parse`, `setPath` and
 * so on.
 *
 * The textures are looked for beside the file, or in `resourcePath` if that is set, or in the option `files`. Missing
 * textures are not an error, see `accessory.report`. The code of accessories is loaded with the first one.
 *
 * @example
 * const stage = await new XLoader().loadAsync('stages/stage01.x');
 * scene.add(stage.root);
 */
export class XLoader extends FilesLoader<MmdAccessory, AccessoryOptions> {
  /**
   * Makes an accessory from the bytes of a file. Resolves when its textures, from `options.files`, have loaded.
   *
   * @throws LoadError (as rejection) if the bytes are not an accessory, or broken; then its `cause` is the `MmdFormatError`.
   */
  async parse(bytes: ArrayBuffer | Uint8Array, options: AccessoryOptions = {}): Promise<MmdAccessory> {
    return this.#open(new Uint8Array(bytes), 'the file', options);
  }

  protected override async open(bytes: Uint8Array, url: string): Promise<MmdAccessory> {
    return this.whole(() => this.#open(bytes, url, { files: this.options.files ?? this.filesBeside(url) }));
  }

  async #open(bytes: Uint8Array, name: string, options: AccessoryOptions): Promise<MmdAccessory> {
    const maker = await loadAccessoryMaker();
    const accessory = await maker.open(bytes, name, { ...this.options, ...options });
    await accessory.ready;
    return accessory;
  }
}
