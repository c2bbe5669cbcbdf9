import type { Pmx } from '@odori/format';
import type { X } from '@odori/format/x';
import type { AccessoryMaker, LoadAccessoryMaker } from '../accessory/accessory-maker.js';
import type { AccessoryOptions, MmdAccessory } from '../accessory/mmd-accessory.js';
import { AccessoryLoaderBase, PMDLoaderBase, PMXLoaderBase } from '../loaders/files-loader.js';
import { type LoadAccessoryOptions, loadAccessoryWith } from '../loaders/load-accessory.js';
import { type LoadModelOptions, loadModelWith } from '../loaders/load-model.js';
import type { ModelSource } from '../loaders/open-source.js';
import { createModelWith } from '../mmd-model/make-model.js';
import type { MmdModel, ModelOptions } from '../mmd-model/mmd-model.js';
import { modelData } from '../mmd-model/model-data.js';
import type { ModelKit } from '../surface/surface-kit.js';
import { WEBGL_MODEL_KIT } from './kit.js';

/**
 * Makes a model from a document; convert a PMD with `pmdToPmx`. Its textures and physics load in the
 * background: await `model.ready`.
 *
 * Without a browser it works too, but has no textures. Odd data never throws. O(vertices + morphs).
 *
 * @example
 * const model = createModel(parsePmx(bytes), { files: createMapSource(files, 'miku/miku.pmx') });
 * await model.ready;
 * model.report.notes; // → []: nothing is missing
 */
export function createModel(pmx: Pmx, options: ModelOptions = {}): MmdModel {
  return createModelWith(WEBGL_MODEL_KIT, modelData(pmx), options);
}

/**
 * Loads a model, PMX or PMD, with its textures. Missing textures are not an error: see `model.report`.
 *
 * A zip is unpacked, also one that is among several files. Of several models, `path` or the most likely one
 * is loaded, see `findModels`.
 *
 * Each call makes its own requests and a model that shares nothing with others, even for the same URL. For
 * several dancers of one model, load it once and `clone()` it.
 *
 * @throws LoadError (as rejection) if the model cannot be fetched, is broken, or is not a model; the `cause`
 * of a broken file is the `MmdFormatError`, that of a zip the {@link FilesError}. Rejects with the reason of
 * `signal` if that aborts.
 * @example
 * const model = await loadModel(await readDroppedFiles(event.dataTransfer));
 * model.report.notes; // → [{ code: 'missing-file', path: 'tex\\face.png', … }]
 */
export async function loadModel(source: ModelSource, options: LoadModelOptions = {}): Promise<MmdModel> {
  return loadModelWith(WEBGL_MODEL_KIT, source, options);
}

/**
 * Loads a PMX model with its textures, as three's other loaders do: `load`, `loadAsync`, `parse`, `setPath`
 * and so on.
 *
 * The textures are looked for beside the model, or in `resourcePath` if that is set, or in the option
 * `files`. Missing textures are not an error, see `model.report`.
 *
 * @example
 * const model = await new PMXLoader().loadAsync('models/miku/miku.pmx');
 * scene.add(model.root);
 */
export class PMXLoader extends PMXLoaderBase {
  protected override readonly kit: ModelKit = WEBGL_MODEL_KIT;
}

/**
 * Loads a PMD model with its textures, as three's other loaders do: `load`, `loadAsync`, `parse`, `setPath`
 * and so on.
 *
 * The textures are looked for beside the model, or in `resourcePath` if that is set, or in the option
 * `files`. Missing textures are not an error, see `model.report`.
 *
 * @example
 * const model = await new PMDLoader().loadAsync('models/miku/miku.pmd');
 * scene.add(model.root);
 */
export class PMDLoader extends PMDLoaderBase {
  protected override readonly kit: ModelKit = WEBGL_MODEL_KIT;
}

/**
 * Makes an accessory from a document. Resolves when its textures have loaded or are known to be missing.
 *
 * The code of accessories is loaded with the first one. Without a browser it works too, but has no textures.
 * Odd data never throws. O(corners of all faces).
 *
 * @example
 * import { parseX } from '@odori/format/x';
 *
 * const negi = await createAccessory(parseX(negiBytes), { files: createMapSource(files, 'negi/negi.x') });
 * negi.report.notes; // → []: nothing is missing
 */
export async function createAccessory(x: X, options: AccessoryOptions = {}): Promise<MmdAccessory> {
  return (await loadAccessoryMaker()).make(x, options);
}

/**
 * Loads an accessory (`.x` or `.vac`) with its textures. Missing textures are not an error: see
 * `accessory.report`.
 *
 * The `.x` file may be text or binary, compressed or not. A VAC gives the size and the place of the `.x` file
 * beside it; the bone that it names is up to you. A zip is unpacked. The format is detected from the content,
 * not from the name. The code of accessories is loaded with the first one.
 *
 * @throws LoadError (as rejection) if the accessory cannot be fetched, is broken, or is not an accessory; the
 * `cause` of a broken file is the `MmdFormatError`, that of a zip the `FilesError`. Rejects with the reason
 * of `signal` if that aborts.
 * @example
 * const stage = await loadAccessory('stages/stage01.x'); // textures below stages/
 * scene.add(stage.root);
 */
export async function loadAccessory(
  source: ModelSource,
  options: LoadAccessoryOptions = {},
): Promise<MmdAccessory> {
  return loadAccessoryWith(loadAccessoryMaker, source, options);
}

/**
 * Loads an accessory (`.x` or `.vac`) with its textures, as three's other loaders do: `load`, `loadAsync`,
 * `parse`, `setPath` and so on.
 *
 * The textures are looked for beside the file, or in `resourcePath` if that is set, or in the option `files`.
 * Missing textures are not an error, see `accessory.report`. The code of accessories is loaded with the first
 * one.
 *
 * @example
 * const stage = await new XLoader().loadAsync('stages/stage01.x');
 * scene.add(stage.root);
 */
export class XLoader extends AccessoryLoaderBase {
  protected override readonly loadMaker: LoadAccessoryMaker = loadAccessoryMaker;
}

/** Loads the code of accessories, with the materials for `WebGLRenderer`. */
export async function loadAccessoryMaker(): Promise<AccessoryMaker> {
  const { createAccessoryMaker } = await import('./accessory-kit.js');
  return createAccessoryMaker();
}
