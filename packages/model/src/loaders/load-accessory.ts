import type { FetchOptions } from '@odori/runtime';
import { countItem } from '@odori/runtime/internal/three';
import type { LoadAccessoryMaker } from '../accessory/accessory-maker.js';
import type { AccessoryOptions, MmdAccessory } from '../accessory/mmd-accessory.js';
import { type FileSource, SEPARATOR } from '../files/file-source.js';
import { itemOf, type ModelSource, openSource, type Wanted } from './open-source.js';

/** Options of {@link loadAccessory}. */
export interface LoadAccessoryOptions
  extends Pick<AccessoryOptions, 'shadows' | 'worker' | 'maxTextureSize'>, FetchOptions {
  /** Which one of several files; without it, a VAC or the largest `.x` file of the uppermost folder. */
  readonly path?: string;
  /**
   * The textures of an accessory that is a single file. Those from URLs, folders and zips have them beside
   * them.
   */
  readonly files?: FileSource | undefined;
}

/** Loads an accessory with the materials of a kit; see `loadAccessory` of the entry points. */
export async function loadAccessoryWith(
  loadMaker: LoadAccessoryMaker,
  source: ModelSource,
  options: LoadAccessoryOptions,
): Promise<MmdAccessory> {
  const { manager, signal, shadows, worker, maxTextureSize } = options;
  return countItem(manager, itemOf(source, options.path), async () => {
    const { name, bytes, files } = await openSource(source, options, ACCESSORIES);
    const maker = await loadMaker();
    const accessory = await maker.open(bytes, name, {
      files,
      worker,
      maxTextureSize,
      ...(shadows && { shadows }),
    });
    if (signal?.aborted) accessory.dispose();
    signal?.throwIfAborted();
    return accessory;
  });
}

/** Accessories among files: shallow ones first, then VAC before X, then the largest. */
function findAccessories(files: ReadonlyMap<string, Blob>): string[] {
  const depthOf = (path: string): number => path.split(SEPARATOR).length;
  const isVac = (path: string): number => (/\.vac$/i.test(path) ? 0 : 1);
  return [...files]
    .filter(([path]) => /\.(?:x|vac)$/i.test(path))
    .sort(([a, x], [b, y]) => depthOf(a) - depthOf(b) || isVac(a) - isVac(b) || y.size - x.size)
    .map(([path]) => path);
}

const ACCESSORIES: Wanted = { find: findAccessories, what: 'accessory (.x, .vac)' };
