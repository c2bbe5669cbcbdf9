import { parsePmd, parsePmx, pmdToPmx, type Pmx } from '@odori/format';
import { FileLoader, Loader } from 'three';
import { createMapSource, createUrlSource, type FileSource } from '../files/file-source.js';
import { folderOfUrl } from '../files/paths.js';
import { resolvePath } from '../files/resolve-path.js';
import { createModel, type MmdModel, type ModelOptions } from '../mmd-model/mmd-model.js';

/** What model loaders have in common: a `Loader` of three with path, headers, manager and progress. */
export abstract class ModelLoader extends Loader<MmdModel> {
  /** Its textures come from here; undefined: from beside it. */
  #files: ReadonlyMap<string, Blob> | undefined;

  /** The model in a file's bytes, as a document. */
  protected abstract parseDocument(bytes: ArrayBuffer | Uint8Array): Pmx;

  /**
   * Lets models and textures come from files at hand (a dropped folder, an unpacked zip) instead of the network.
   *
   * @example
   * new PMXLoader().setFiles(await readZip(bytes)).loadAsync('miku/miku.pmx');
   */
  setFiles(files: ReadonlyMap<string, Blob> | undefined): this {
    this.#files = files;
    return this;
  }

  /**
   * The model in a file's bytes; its textures arrive by and by, from `options.files`: `model.ready`.
   *
   * @throws MmdFormatError if the bytes are no such model.
   */
  parse(bytes: ArrayBuffer | Uint8Array, options: ModelOptions = {}): MmdModel {
    return createModel(this.parseDocument(bytes), options);
  }

  /**
   * Fetches a model with its textures; what goes wrong on the way goes to `onError` and to the manager. Textures that are
   * missing are no error: `model.report`. They are looked for beside the model, or below `resourcePath` if that is set.
   */
  override load(
    url: string,
    onLoad: (model: MmdModel) => void,
    onProgress?: (event: ProgressEvent) => void,
    onError?: (error: unknown) => void,
  ): void {
    // The manager waits for the textures too.
    this.manager.itemStart(url);
    const end = (): void => this.manager.itemEnd(url);
    const fail = (error: unknown): void => {
      onError?.(error);
      this.manager.itemError(url);
      end();
    };
    const finish = (bytes: ArrayBuffer | Uint8Array, files: FileSource): void => {
      try {
        const model = this.parse(bytes, { files });
        void model.ready.then(() => onLoad(model)).finally(end);
      } catch (error) {
        fail(error);
      }
    };
    const failToFetch = (error: unknown): void => {
      onError?.(error); // the file loader has told the manager
      end();
    };
    if (this.#files) this.#loadFile(this.#files, url).then(({ bytes, files }) => finish(bytes, files), fail);
    else this.#fetch(url, (bytes) => finish(bytes, this.#filesBeside(url)), onProgress, failToFetch);
  }

  async #loadFile(
    files: ReadonlyMap<string, Blob>,
    url: string,
  ): Promise<{ bytes: ArrayBuffer; files: FileSource }> {
    const path = resolvePath(this.path + url) ?? url;
    const source = createMapSource(files, path);
    const blob = await source.open(path.slice(path.lastIndexOf('/') + 1));
    if (!blob) throw new TypeError(`${url} is not among the files`);
    return { bytes: await blob.arrayBuffer(), files: source };
  }

  #fetch(
    url: string,
    onBytes: (bytes: ArrayBuffer) => void,
    onProgress: ((event: ProgressEvent) => void) | undefined,
    onError: (error: unknown) => void,
  ): void {
    const loader = new FileLoader(this.manager);
    loader.setPath(this.path);
    loader.setResponseType('arraybuffer');
    loader.setRequestHeader(this.requestHeader);
    loader.setWithCredentials(this.withCredentials);
    loader.load(url, (data) => onBytes(data as ArrayBuffer), onProgress, onError);
  }

  #filesBeside(url: string): FileSource {
    return createUrlSource(this.resourcePath || folderOfUrl(this.path + url), this);
  }
}

/**
 * Loads a PMX model with its textures.
 *
 * @example
 * const model = await new PMXLoader().loadAsync('models/miku/miku.pmx');
 * scene.add(model.root);
 */
export class PMXLoader extends ModelLoader {
  protected override parseDocument(bytes: ArrayBuffer | Uint8Array): Pmx {
    return parsePmx(bytes);
  }
}

/**
 * Loads a PMD model with its textures.
 *
 * @example
 * const model = await new PMDLoader().loadAsync('models/miku/miku.pmd');
 * scene.add(model.root);
 */
export class PMDLoader extends ModelLoader {
  protected override parseDocument(bytes: ArrayBuffer | Uint8Array): Pmx {
    return pmdToPmx(parsePmd(bytes));
  }
}
