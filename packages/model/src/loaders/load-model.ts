import { describeFormat, detectFormat, MmdFormatError, parsePmx, type Pmx } from '@odori/format';
import {
  countItem,
  fetchBytes,
  type FetchOptions,
  fileBytes,
  fileNameOfUrl,
  LoadError,
} from '@odori/runtime';
import { createMapSource, type FileSource, findModels } from '../files/file-source.js';
import { FilesError } from '../files/files-error.js';
import { folderOfUrl } from '../files/paths.js';
import { readZip } from '../files/read-zip.js';
import { createUrlSource } from '../files/url-source.js';
import { createModel, type MmdModel, type ModelOptions } from '../mmd-model/mmd-model.js';
import { isZip, readFile } from './open-file.js';

/** Where a model comes from: a URL, a file or its bytes (a model or a zip), or several files by path (a dropped folder). */
export type ModelSource = string | URL | Blob | ArrayBuffer | Uint8Array | ReadonlyMap<string, Blob>;

export interface LoadModelOptions extends ModelOptions, FetchOptions {
  /** Which one of several models, as `findModels` names it; without it the most likely one. */
  readonly path?: string;
  /** The textures of a model that is a single file. Models from URLs, folders and zips have them beside the model. */
  readonly files?: FileSource | undefined;
}

/**
 * Loads a model, PMX or PMD, with its textures. Missing textures are not an error: see `model.report`.
 *
 * A zip is unpacked, also one that is among several files. Of several models, `path` or the most likely one is loaded, see
 * `findModels`.
 *
 * Each call makes its own requests and a model that shares nothing with others, even for the same URL. For several dancers
 * of one model, load it once and `clone()` it.
 *
 * @throws LoadError (as rejection) if the model cannot be fetched, is broken, or is not a model; the `cause` of a broken
 * file is the `MmdFormatError`, that of a zip the {@link FilesError}. Rejects with the reason of `signal` if that aborts.
 * @example
 * const model = await loadModel(await readDroppedFiles(event.dataTransfer));
 * model.report.notes; // → [{ code: 'missing-file', path: 'tex\\face.png', … }]
 */
export async function loadModel(source: ModelSource, options: LoadModelOptions = {}): Promise<MmdModel> {
  const { manager, signal, groundShadow, look, shadows, rig, physics } = options;
  const item = isUrl(source) ? String(source) : (options.path ?? nameOf(source));
  return countItem(manager, item, async () => {
    const { name, bytes, files } = await open(source, options);
    const pmx = await parseModel(bytes, name);
    signal?.throwIfAborted();
    const model = createModel(pmx, {
      files,
      ...(groundShadow !== undefined && { groundShadow }),
      ...(look && { look }),
      ...(shadows && { shadows }),
      ...(rig && { rig }),
      ...(physics !== undefined && { physics }),
    });
    await model.ready;
    if (signal?.aborted) model.dispose();
    signal?.throwIfAborted();
    return model;
  });
}

interface OpenedModel {
  /** For messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The files beside it. */
  readonly files: FileSource;
}

async function open(source: ModelSource, options: LoadModelOptions): Promise<OpenedModel> {
  const { onProgress, ...settings } = options;
  const { path, files = NO_FILES } = options;
  if (isUrl(source)) {
    const url = String(source);
    const bytes = await fetchBytes(url, { ...settings, onProgress });
    const beside = createUrlSource(folderOfUrl(url), settings);
    return unpack({ name: fileNameOfUrl(url), bytes, files: beside }, path);
  }
  if ('get' in source) return openOneOf(source, path);
  return unpack({ name: nameOf(source), bytes: await fileBytes(source), files }, path);
}

function nameOf(source: object): string {
  return 'name' in source ? String(source.name) : 'the file';
}

function isUrl(source: ModelSource): source is string | URL {
  return typeof source === 'string' || 'href' in source; // a URL may belong to another window
}

/** The files beside a model that is a single file. */
const NO_FILES: FileSource = /* @__PURE__ */ createMapSource(new Map(), '');

async function openOneOf(
  files: ReadonlyMap<string, Blob>,
  path = findModels(files)[0],
  container = 'the files',
): Promise<OpenedModel> {
  if (path !== undefined) {
    return { name: path, bytes: await readFile(files, path), files: createMapSource(files, path) };
  }
  const zip = [...files].find(([name]) => isZipName(name));
  if (!zip) throw new LoadError(container, 'no model (.pmx, .pmd) found');
  return unpack({ name: zip[0], bytes: await fileBytes(zip[1]), files: NO_FILES });
}

/** The file itself, or the model in it if it is a zip. Zips in a zip are ignored, so that unpacking always ends. */
async function unpack(file: OpenedModel, path?: string): Promise<OpenedModel> {
  if (!isZip(file.bytes)) return file;
  const files = await unzip(file);
  return openOneOf(new Map([...files].filter(([name]) => !isZipName(name))), path, file.name);
}

async function unzip({ name, bytes }: OpenedModel): Promise<Map<string, Blob>> {
  try {
    return await readZip(bytes);
  } catch (error) {
    if (!(error instanceof FilesError)) throw error;
    throw new LoadError(name, error.message, { cause: error });
  }
}

function isZipName(name: string): boolean {
  return /\.zip$/i.test(name);
}

async function parseModel(bytes: Uint8Array, name: string): Promise<Pmx> {
  const format = detectFormat(bytes);
  if (format && format !== 'pmx' && format !== 'pmd') {
    throw new LoadError(name, `this is ${describeFormat(format)}, not a model`);
  }
  try {
    if (format !== 'pmd') return parsePmx(bytes);
    const { parsePmdModel } = await import('./parse-pmd-model.js');
    return parsePmdModel(bytes);
  } catch (error) {
    if (!(error instanceof MmdFormatError)) throw error;
    const problem = format ? 'the file is broken' : 'this is not a model (PMX, PMD)';
    throw new LoadError(name, `${problem}: ${error.message}`, { cause: error });
  }
}
