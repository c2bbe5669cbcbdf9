import { FilesError } from '@odori/format';
import { fetchBytes, type FetchOptions, LoadError } from '@odori/runtime';
import { fileBytes, fileNameOfUrl } from '@odori/runtime/internal/three';
import { createMapSource, type FileSource } from '../files/file-source.js';
import { createUrlSource, folderOfUrl } from '../files/url-source.js';
import { readZip } from '../files/files-by-path.js';

/**
 * Where a model or an accessory comes from: a URL, a file or its bytes (or a zip), or several files by path
 * (a dropped folder).
 */
export type ModelSource = string | URL | Blob | ArrayBuffer | Uint8Array | ReadonlyMap<string, Blob>;

/** The kind of files that a loader wants. */
export interface Wanted {
  /** Those among several files, the most likely one first. */
  readonly find: (files: ReadonlyMap<string, Blob>) => string[];
  /** For messages: `model (.pmx, .pmd)`. */
  readonly what: string;
}

interface OpenOptions extends FetchOptions {
  /** Which one of several. */
  readonly path?: string;
  /** The files beside a single file. */
  readonly files?: FileSource | undefined;
  /** The folder that paths of textures must not leave, if the source is a URL. */
  readonly root?: string | URL | undefined;
}

/** The name of a source for a loading manager. */
export function itemOf(source: ModelSource, path?: string): string {
  return isUrl(source) ? String(source) : (path ?? nameOf(source));
}

/** An opened file, and what is beside it. */
export interface OpenedFile {
  /** For messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The files beside it. */
  readonly files: FileSource;
}

/**
 * Opens what is wanted in a source: the file itself, one of several, or one in a zip.
 *
 * @throws LoadError (as rejection) if there is none, or if it cannot be fetched.
 */
export async function openSource(
  source: ModelSource,
  options: OpenOptions,
  wanted: Wanted,
): Promise<OpenedFile> {
  const { onProgress, ...settings } = options;
  const { path, files = NO_FILES } = options;
  if (isUrl(source)) {
    const url = String(source);
    const bytes = await fetchBytes(url, { ...settings, onProgress });
    const beside = createUrlSource(folderOfUrl(url), settings);
    return unpack({ name: fileNameOfUrl(url), bytes, files: beside }, wanted, path);
  }
  if ('get' in source) return openOneOf(source, wanted, path);
  return unpack({ name: nameOf(source), bytes: await fileBytes(source), files }, wanted, path);
}

function nameOf(source: object): string {
  return 'name' in source ? String(source.name) : 'the file';
}

function isUrl(source: ModelSource): source is string | URL {
  return typeof source === 'string' || 'href' in source; // a URL may belong to another window
}

/** The files beside a single file. */
const NO_FILES: FileSource = /* @__PURE__ */ createMapSource(new Map(), '');

async function openOneOf(
  files: ReadonlyMap<string, Blob>,
  wanted: Wanted,
  path = wanted.find(files)[0],
  container = 'the files',
): Promise<OpenedFile> {
  if (path !== undefined) {
    return { name: path, bytes: await readFile(files, path), files: createMapSource(files, path) };
  }
  const zip = [...files].find(([name]) => isZipName(name));
  if (!zip) throw new LoadError(container, `no ${wanted.what} found`, { code: 'none-found' });
  return unpack({ name: zip[0], bytes: await fileBytes(zip[1]), files: NO_FILES }, wanted);
}

/**
 * The file itself, or what is wanted in it if it is a zip. Zips in a zip are ignored, so that unpacking
 * always ends.
 */
async function unpack(file: OpenedFile, wanted: Wanted, path?: string): Promise<OpenedFile> {
  if (!isZip(file.bytes)) return file;
  const files = await unzip(file);
  return openOneOf(new Map([...files].filter(([name]) => !isZipName(name))), wanted, path, file.name);
}

async function unzip({ name, bytes }: OpenedFile): Promise<Map<string, Blob>> {
  try {
    return await readZip(bytes);
  } catch (error) {
    if (!(error instanceof FilesError)) throw error;
    throw new LoadError(name, error.message, { code: 'bad-zip', cause: error });
  }
}

function isZipName(name: string): boolean {
  return /\.zip$/i.test(name);
}

/**
 * The bytes of one of several files by path, in any case and width. @throws {@link LoadError} (as rejection)
 * if it is missing.
 */
export async function readFile(
  files: ReadonlyMap<string, Blob>,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = await createMapSource(files, path).open(path.replace(/^.*[\\/]/, ''));
  if (!file)
    throw new LoadError(path, `this file is not among the ${files.size} given files`, { code: 'missing' });
  return fileBytes(file);
}

/** True for the bytes of a zip. No file of MMD begins like one. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b; // PK
}
