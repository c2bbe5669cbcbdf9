import { createUrlSource, folderOfUrl, loadModel, MmdModel } from '@odori/model';
import { LoadingManager, FileLoader } from 'three';
import { fetchBytes } from './fetch-bytes.js';
import type { LoadEvents } from './load-events.js';
import { type ModelInput, labelOf } from './inputs.js';

/**
 * A model with its textures. One that was given as a model is given back.
 *
 * @throws LoadError, MmdFormatError or TypeError (as rejection): it cannot be had, is broken, or is none.
 */
export async function loadModelSource(
  source: ModelInput,
  signal: AbortSignal,
  events: LoadEvents,
): Promise<MmdModel> {
  if (source instanceof MmdModel) return source;
  const manager = new LoadingManager();
  signal.addEventListener('abort', () => manager.abort(), { once: true });
  const model = await open(source, manager, signal, events);
  if (!signal.aborted) {
    tellMissing(model, events);
    return model;
  }
  model.dispose();
  throw new DOMException('another model', 'AbortError');
}

async function open(
  source: Exclude<ModelInput, MmdModel>,
  manager: LoadingManager,
  signal: AbortSignal,
  events: LoadEvents,
): Promise<MmdModel> {
  if (typeof source !== 'string' && !(source instanceof URL)) return loadModel(source, { manager });
  const url = String(source);
  const bytes = await fetchBytes(url, signal, events.onProgress);
  const files = createUrlSource(folderOfUrl(url), new FileLoader(manager));
  return loadModel(new Blob([bytes]), { manager, files });
}

const MOST_NAMES = 5;

/** She is shown without them. */
function tellMissing({ report: { notes } }: MmdModel, { onFlaw }: LoadEvents): void {
  if (notes.length === 0) return;
  const names = notes.slice(0, MOST_NAMES).map(({ path }) => labelOf(path.replaceAll('\\', '/')));
  if (notes.length > MOST_NAMES) names.push('…');
  onFlaw(
    `${notes.length === 1 ? 'A texture is' : `${notes.length} textures are`} missing: ${names.join(', ')}`,
  );
}
