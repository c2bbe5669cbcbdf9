import { detectFormat, parsePmx, type Pmx } from '@odori/format';
import { FileLoader, LoadingManager } from 'three';
import { createModel, type MmdModel, type ModelOptions } from '../mmd-model/mmd-model.js';
import { createMapSource, createUrlSource, type FileSource } from '../files/file-source.js';
import { findModels } from '../files/find-model.js';
import { folderOfUrl } from '../files/paths.js';
import { readZip } from '../files/read-zip.js';
/** Where a model may come from: a URL, a file (a model or a zip), or many files by path (a dropped folder). */
export type ModelSource = string | URL | Blob | ReadonlyMap<string, Blob>;

export interface LoadModelOptions extends ModelOptions {
  /** Which model of several files, as `findModels` names them; without it the likeliest. */
  readonly path?: string;
  readonly manager?: LoadingManager;
  /** Where the textures of a model that comes as a single Blob are; URLs, folders and zips have theirs beside them. */
  readonly files?: FileSource;
}

/**
 * A model with its textures, PMX or PMD, from wherever it is. What is missing beside it is no error: `model.report`.
 *
 * A zip is opened, also one that lies alone among the files. Of several models the likeliest is taken, see `findModels`.
 *
 * @throws `MmdFormatError` (as rejection) if a file is broken or a zip too large; TypeError if there is no model.
 * @example
 * const model = await loadModel(await readDroppedFiles(event.dataTransfer));
 * model.report.notes; // → [{ code: 'missing-file', path: 'tex\\face.png', … }]
 */
export async function loadModel(source: ModelSource, options: LoadModelOptions = {}): Promise<MmdModel> {
  const { path, manager = new LoadingManager(), files: beside = NO_FILES, ...modelOptions } = options;
  const item = typeof source === 'string' || source instanceof URL ? String(source) : (path ?? 'model');
  manager.itemStart(item); // so that it waits for the textures too
  try {
    const { bytes, files } = await open(source, { path, manager, beside });
    const model = createModel(await parseModel(bytes), { ...modelOptions, files });
    await model.ready;
    return model;
  } catch (error) {
    manager.itemError(item);
    throw error;
  } finally {
    manager.itemEnd(item);
  }
}

/** What a model has that comes alone. */
const NO_FILES: FileSource = /* @__PURE__ */ createMapSource(new Map(), '');

interface OpenedModel {
  readonly bytes: Uint8Array;
  readonly files: FileSource;
}

interface Opening {
  readonly path: string | undefined;
  readonly manager: LoadingManager;
  readonly beside: FileSource;
}

async function open(source: ModelSource, { path, manager, beside }: Opening): Promise<OpenedModel> {
  if (source instanceof Blob) return openBytes(await bytesOf(source), beside, path);
  if (typeof source !== 'string' && !(source instanceof URL)) return openFiles(source, path);
  const url = String(source);
  const loader = new FileLoader(manager);
  loader.setResponseType('arraybuffer');
  const bytes = new Uint8Array((await loader.loadAsync(url)) as ArrayBuffer);
  return openBytes(bytes, createUrlSource(folderOfUrl(url), loader), path);
}

async function openFiles(
  files: ReadonlyMap<string, Blob>,
  path = findModels(files)[0],
): Promise<OpenedModel> {
  const blob = path === undefined ? [...files].find(([name]) => /\.zip$/i.test(name))?.[1] : files.get(path);
  if (!blob) throw new TypeError(noModel(files, path));
  if (path === undefined) return openBytes(await bytesOf(blob), NO_FILES, undefined);
  return { bytes: await bytesOf(blob), files: createMapSource(files, path) };
}

async function openBytes(
  bytes: Uint8Array,
  files: FileSource,
  path: string | undefined,
): Promise<OpenedModel> {
  return isZip(bytes) ? openFiles(withoutZips(await readZip(bytes)), path) : { bytes, files };
}

/** A zip in a zip is not opened: that could go on for ever. */
function withoutZips(files: ReadonlyMap<string, Blob>): Map<string, Blob> {
  return new Map([...files].filter(([name]) => !/\.zip$/i.test(name)));
}

async function parseModel(bytes: Uint8Array): Promise<Pmx> {
  if (detectFormat(bytes) !== 'pmd') return parsePmx(bytes);
  const { parsePmdModel } = await import('./parse-pmd-model.js');
  return parsePmdModel(bytes);
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

function noModel(files: ReadonlyMap<string, Blob>, path: string | undefined): string {
  if (path !== undefined) return `${path} is not among the ${files.size} files`;
  return `there is no model (.pmx or .pmd) among the ${files.size} files`;
}
