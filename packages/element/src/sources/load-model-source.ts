import { createUrlSource, folderOfUrl, loadModel, MmdModel } from '@odori/model';
import { LoadingManager, FileLoader } from 'three';
import { fetchBytes, type ProgressListener } from './fetch-bytes.js';
import type { ModelSource } from './source.js';

/**
 * A model with its textures. One that was given as a model is given back.
 *
 * @throws LoadError, MmdFormatError or TypeError (as rejection): it cannot be had, is broken, or is none.
 */
export async function loadModelSource(
  source: ModelSource,
  signal: AbortSignal,
  onProgress: ProgressListener,
): Promise<MmdModel> {
  if (source instanceof MmdModel) return source;
  const manager = new LoadingManager();
  signal.addEventListener('abort', () => manager.abort(), { once: true });
  const model = await open(source, manager, signal, onProgress);
  if (!signal.aborted) return model;
  model.dispose();
  throw new DOMException('another model', 'AbortError');
}

async function open(
  source: Exclude<ModelSource, MmdModel>,
  manager: LoadingManager,
  signal: AbortSignal,
  onProgress: ProgressListener,
): Promise<MmdModel> {
  if (typeof source !== 'string' && !(source instanceof URL)) return loadModel(source, { manager });
  const url = String(source);
  const bytes = await fetchBytes(url, signal, onProgress);
  const files = createUrlSource(folderOfUrl(url), new FileLoader(manager));
  return loadModel(new Blob([bytes]), { manager, files });
}
