import type { LoadAccessoryMaker } from '../accessory/accessory-maker.js';
import type { AccessoryOptions } from '../accessory/accessory-options.js';
import type { MmdAccessory } from '../accessory/mmd-accessory.js';
import { FilesLoader } from './files-loader.js';

/** What the loaders of accessories of all entry points share. An entry point adds the materials. */
export abstract class AccessoryLoaderBase extends FilesLoader<MmdAccessory, AccessoryOptions> {
  protected abstract readonly loadMaker: LoadAccessoryMaker;

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
    const maker = await this.loadMaker();
    const accessory = await maker.open(bytes, name, { ...this.options, ...options });
    await accessory.ready;
    return accessory;
  }
}
