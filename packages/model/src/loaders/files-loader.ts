import { detectFormat, parsePmd, parsePmx, pmdToPmx, type Pmx } from '@odori/format';
import { resolvePath } from '@odori/format/internal';
import { LoadError } from '@odori/runtime';
import { BytesLoader } from '@odori/runtime/internal/three';
import type { LoadingManager } from 'three';
import type { LoadAccessoryMaker } from '../accessory/accessory-maker.js';
import type { AccessoryOptions, MmdAccessory } from '../accessory/mmd-accessory.js';
import { createMapSource, type FileSource } from '../files/file-source.js';
import { createUrlSource, folderOfUrl } from '../files/url-source.js';
import { createModelWith } from '../mmd-model/make-model.js';
import type { MmdModel, ModelOptions } from '../mmd-model/mmd-model.js';
import { modelData } from '../mmd-model/model-data.js';
import type { ModelKit } from '../surface/surface-kit.js';
import { openModel } from './load-model.js';
import { isZip, readFile } from './open-source.js';

/**
 * A `Loader` of three that takes a file, and the files beside it, from the network or from files at hand.
 *
 * `load` and `loadAsync` resolve when everything has loaded; `parse` makes the result from bytes. The path,
 * request headers, credentials, manager and progress are used as in three's loaders.
 */
export abstract class FilesLoaderBase<T, Options extends object> extends BytesLoader<T> {
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
   * Uses files at hand (a dropped folder, an unpacked zip) instead of the network; undefined: the network
   * again.
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

/** What `PMXLoader` and `PMDLoader` share. An entry point adds the materials. */
abstract class ModelLoaderBase extends FilesLoaderBase<MmdModel, ModelOptions> {
  protected abstract readonly kit: ModelKit;
  protected abstract readonly format: 'pmx' | 'pmd';
  /** Parses the bytes of a file. */
  protected abstract parseDocument(bytes: ArrayBuffer | Uint8Array): Pmx;

  /**
   * Makes a model from the bytes of a file. Its textures load in the background from `options.files`: await
   * `model.ready`.
   *
   * @throws MmdFormatError if the bytes are not such a model.
   */
  parse(bytes: ArrayBuffer | Uint8Array, options: ModelOptions = {}): MmdModel {
    return createModelWith(this.kit, modelData(this.parseDocument(bytes)), { ...this.options, ...options });
  }

  protected override async open(bytes: Uint8Array, url: string): Promise<MmdModel> {
    const { options, signal } = this;
    const isOwn = detectFormat(bytes) === this.format; // the worker reads both formats
    return openModel(
      this.kit,
      bytes,
      {
        ...options,
        files: options.files ?? this.filesBeside(url),
        worker: isOwn ? options.worker : false,
        signal,
      },
      (given) => this.parseDocument(given),
    );
  }
}

export abstract class PMXLoaderBase extends ModelLoaderBase {
  protected override readonly format = 'pmx';

  protected override parseDocument(bytes: ArrayBuffer | Uint8Array): Pmx {
    return parsePmx(bytes);
  }
}

export abstract class PMDLoaderBase extends ModelLoaderBase {
  protected override readonly format = 'pmd';

  protected override parseDocument(bytes: ArrayBuffer | Uint8Array): Pmx {
    return pmdToPmx(parsePmd(bytes));
  }
}

/** What the loaders of accessories of all entry points share. An entry point adds the materials. */
export abstract class AccessoryLoaderBase extends FilesLoaderBase<MmdAccessory, AccessoryOptions> {
  protected abstract readonly loadMaker: LoadAccessoryMaker;

  /**
   * Makes an accessory from the bytes of a file. Resolves when its textures, from `options.files`, have
   * loaded.
   *
   * @throws LoadError (as rejection) if the bytes are not an accessory, or broken; then its `cause` is the
   * `MmdFormatError`.
   */
  async parse(bytes: ArrayBuffer | Uint8Array, options: AccessoryOptions = {}): Promise<MmdAccessory> {
    return this.#open(new Uint8Array(bytes), 'the file', options);
  }

  protected override async open(bytes: Uint8Array, url: string): Promise<MmdAccessory> {
    return this.whole(() => this.#open(bytes, url, { files: this.options.files ?? this.filesBeside(url) }));
  }

  async #open(bytes: Uint8Array, name: string, options: AccessoryOptions): Promise<MmdAccessory> {
    const maker = await this.loadMaker();
    return maker.open(bytes, name, { ...this.options, ...options });
  }
}
