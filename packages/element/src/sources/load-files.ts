import type { MmdFormatErrorCode } from '@odori/format';
import { findModels, MmdModel, readZip } from '@odori/model';
import { fetchBytes, LoadError, loadMotion, Motion, type MotionSource, type WorkerUse } from '@odori/runtime';
import { fileBytes, fileNameOfUrl } from '@odori/runtime/internal/three';
import type { Graphics } from '../graphics/graphics.js';
import type { Problem } from '../language/problems.js';
import type { PlayerModel } from '../viewport/stage.js';
import { missingTextures } from './missing-textures.js';
import { type FileInput, type Files, labelOf, type ModelInput, type MotionInput } from './inputs.js';

export interface LoadOptions {
  /** What draws a model. */
  readonly graphics: Graphics;
  readonly signal: AbortSignal;
  readonly worker: WorkerUse;
  /** Of textures, in pixels. */
  readonly maxTextureSize: number;
  /** A motion with one of these warnings is an error. */
  readonly refuse: readonly MmdFormatErrorCode[];
  /** Called with bytes; `total` is 0 if the server does not send the length. */
  onProgress(loaded: number, total: number): void;
  /** Called for each problem that did not stop loading. */
  onProblem(problem: Problem): void;
}

/**
 * Loads a model with its textures, without physics. A loaded model is returned.
 *
 * @throws LoadError (as rejection): the file cannot be fetched, is broken, or is not a model. TypeError: a
 * loaded model belongs to another renderer.
 */
export async function loadModelInput(input: ModelInput, options: LoadOptions): Promise<PlayerModel> {
  if (input instanceof MmdModel) {
    await options.graphics.open();
    input.surface.checkRenderer(options.graphics.renderer);
    return input;
  }
  const vrm = vrmOf(input);
  if (vrm) return loadVrm(vrm, options);
  const zipped = zipIn(input);
  const zip = zipped && (await fileOf(zipped, options)); // without a zip, the model is requested at once
  try {
    return await loadMmdModel(zip && !isFiles(input) ? zip : input, options);
  } catch (error) {
    // Perhaps an avatar is in the zip in place of a model.
    const files =
      zip && error instanceof LoadError && (await readZip(await fileBytes(zip)).catch(() => undefined));
    const avatar = files && vrmOf(files);
    if (!avatar) throw error;
    return loadVrm(avatar, options);
  }
}

/** The zip that an input is, or the first one among several files. */
function zipIn(input: Exclude<ModelInput, MmdModel>): FileInput | undefined {
  if (isFiles(input)) return [...input].find(([path]) => isZip(path))?.[1];
  return isZip(labelOf(input)) ? input : undefined;
}

async function fileOf(input: FileInput, options: LoadOptions): Promise<Blob> {
  return isFile(input) ? input : new File([await bytesOf(input, options)], labelOf(input));
}

async function loadMmdModel(input: Exclude<ModelInput, MmdModel>, options: LoadOptions): Promise<MmdModel> {
  const model = await options.graphics.loadModel(input, {
    signal: options.signal,
    worker: options.worker,
    maxTextureSize: options.maxTextureSize,
    onProgress: (...bytes) => options.onProgress(...bytes),
  });
  const { notes } = model.report;
  if (notes.length > 0) options.onProblem(missingTextures(notes));
  return model;
}

function loadVrm(file: FileInput, options: LoadOptions): Promise<PlayerModel> {
  return options.graphics.loadVrm(() => bytesOf(file, options), labelOf(file), options.signal);
}

/** The file of a VRM avatar, by its name; of a folder, only if it has no MMD model. */
function vrmOf(input: Exclude<ModelInput, MmdModel>): FileInput | undefined {
  if (!isFiles(input)) return isVrm(labelOf(input)) ? input : undefined;
  const found = findModels(input).length > 0 ? undefined : [...input].find(([path]) => isVrm(path));
  return found && new File([found[1]], fileNameOfUrl(found[0]));
}

/** Is this a folder? */
export function isFiles(input: Exclude<ModelInput, MmdModel>): input is Files {
  return typeof input === 'object' && 'get' in input;
}

function isVrm(name: string): boolean {
  return /\.vrm$/i.test(name);
}

function isZip(name: string): boolean {
  return /\.zip$/i.test(name);
}

/**
 * Loads a motion or pose; of a folder or a zip, all motions in it as one. A `Motion` is returned as it is.
 *
 * @throws LoadError (as rejection): a file cannot be fetched, is broken, or is not a motion.
 */
export async function loadMotionInput(input: MotionInput, options: LoadOptions): Promise<Motion> {
  if (input instanceof Motion) return input;
  return loadMotion(await openMotion(input, options), {
    signal: options.signal,
    worker: options.worker,
    refuse: options.refuse,
    onWarning: ({ code }, name) => {
      if (code !== 'truncated') return;
      options.onProblem({ file: name, code: 'motion-truncated' });
    },
  });
}

/** The motion itself, or the files of the zip that it is. */
async function openMotion(input: Exclude<MotionInput, Motion>, options: LoadOptions): Promise<MotionSource> {
  if (typeof input === 'object' && 'get' in input) return input;
  const bytes = await bytesOf(input, options);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readZip(bytes); // PK: no motion begins like a zip
  return Object.assign(bytes, { name: labelOf(input) }); // for messages
}

function isFile(input: FileInput): input is Blob {
  return typeof input === 'object' && 'arrayBuffer' in input;
}

/** The bytes of a file. Rejects if it cannot be fetched. */
export function bytesOf(input: FileInput, options: LoadOptions): Promise<Uint8Array<ArrayBuffer>> {
  if (isFile(input)) return fileBytes(input);
  return fetchBytes(input, {
    signal: options.signal,
    onProgress: (loaded, total) => options.onProgress(loaded, total),
  });
}
