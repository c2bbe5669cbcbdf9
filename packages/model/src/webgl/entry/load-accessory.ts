import type { MmdAccessory } from '../../accessory/mmd-accessory.js';
import { type LoadAccessoryOptions, loadAccessoryWith } from '../../loaders/load-accessory.js';
import type { ModelSource } from '../../loaders/open-source.js';
import { loadAccessoryMaker } from '../load-accessory-maker.js';

/**
 * Loads an accessory (`.x` or `.vac`) with its textures. Missing textures are not an error: see `accessory.report`.
 *
 * The `.x` file may be text or binary, compressed or not. A VAC gives the size and the place of the `.x` file beside it; the bone
 * that it names is up to you. A zip is unpacked. The format is detected from the content, not from the name. The code of
 * accessories is loaded with the first one.
 *
 * @throws LoadError (as rejection) if the accessory cannot be fetched, is broken, or is not an accessory; the `cause` of a broken
 * file is the `MmdFormatError`, that of a zip the `FilesError`. Rejects with the reason of `signal` if that aborts.
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
