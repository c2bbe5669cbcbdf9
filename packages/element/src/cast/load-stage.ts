import { findModels, MmdModel, readZip } from '@odori/model';
import { fileBytes } from '@odori/runtime/internal/three';
import { type Files, labelOf, type ModelInput } from '../sources/inputs.js';
import { bytesOf, isFiles, type LoadOptions } from '../sources/load-files.js';
import type { Prop, PropKind } from './prop.js';

/** What a stage is to be loaded as: a model, or a prop with its files. */
export type StageSource =
  ModelInput | { readonly kind: PropKind; readonly source: Exclude<ModelInput, MmdModel> };

const KINDS: readonly (readonly [PropKind, RegExp])[] = [
  ['x', /\.(?:x|vac)$/i],
  ['glb', /\.glb$/i],
];

/**
 * Finds out what a stage is, by the names of its files; opens a zip for that. Of several files, a model comes
 * before an accessory, and that before a GLB. Rejects as requests do.
 */
export async function openStage(input: ModelInput, options: LoadOptions): Promise<StageSource> {
  if (input instanceof MmdModel) return input;
  if (isFiles(input)) return stageIn(input);
  const label = labelOf(input);
  const kind = kindOf(label);
  if (kind) return { kind, source: input };
  if (!/\.zip$/i.test(label)) return input;
  return stageIn(await readZip(await bytesOf(input, options)));
}

function stageIn(files: Files): StageSource {
  if (findModels(files).length > 0) return files;
  const found = KINDS.find(([, pattern]) => [...files.keys()].some((path) => pattern.test(path)));
  return found ? { kind: found[0], source: files } : files;
}

function kindOf(name: string): PropKind | undefined {
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0];
}

/** Loads a prop. Rejects as `loadAccessory` and `loadGltfProp` do. */
export async function loadProp(
  { kind, source }: { readonly kind: PropKind; readonly source: Exclude<ModelInput, MmdModel> },
  options: LoadOptions,
): Promise<Prop> {
  const { graphics, signal, worker, maxTextureSize } = options;
  const loaders = await graphics.loadProps();
  signal.throwIfAborted();
  if (kind === 'x') return loaders.loadAccessoryProp(source, { signal, worker, maxTextureSize });
  const glb = isFiles(source) ? [...source].find(([path]) => /\.glb$/i.test(path))![1] : source;
  const bytes = glb instanceof Blob ? await fileBytes(glb) : await bytesOf(glb, options);
  const prop = await loaders.loadGltfProp(bytes);
  if (signal.aborted) prop.dispose();
  signal.throwIfAborted();
  return prop;
}
