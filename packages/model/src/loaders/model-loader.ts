import type { Pmx } from '@odori/format';
import type { MmdModel, ModelOptions } from '../mmd-model/mmd-model.js';
import { FilesLoader } from './files-loader.js';

/** What the loaders of models of all entry points share. An entry point adds the materials. */
export abstract class ModelLoaderBase extends FilesLoader<MmdModel, ModelOptions> {
  /** Parses the bytes of a file. */
  protected abstract parseDocument(bytes: ArrayBuffer | Uint8Array): Pmx;

  protected abstract create(pmx: Pmx, options: ModelOptions): MmdModel;

  /**
   * Makes a model from the bytes of a file. Its textures load in the background from `options.files`: await
   * `model.ready`.
   *
   * @throws MmdFormatError if the bytes are not such a model.
   */
  parse(bytes: ArrayBuffer | Uint8Array, options: ModelOptions = {}): MmdModel {
    return this.create(this.parseDocument(bytes), { ...this.options, ...options });
  }

  protected override async open(bytes: Uint8Array, url: string): Promise<MmdModel> {
    return this.whole(async () => {
      const model = this.parse(bytes, { files: this.options.files ?? this.filesBeside(url) });
      await model.ready;
      return model;
    });
  }
}
