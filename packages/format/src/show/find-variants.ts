import type { Pmx } from '../pmx/pmx.js';
import { foldName } from '../files/resolve-path.js';

/** A model among several, and where it lies. */
interface PlacedModel {
  readonly path: string;
  readonly pmx: Pick<Pmx, 'name' | 'textures'>;
}

/**
 * For each model, the earlier one that it is another version of, as an index; undefined: none. Authors put
 * versions of a model, such as one without a skirt, into one folder, with the same name or mostly the same
 * textures. Files without a folder were given one by one, and are no versions. O(models²).
 *
 * @example
 * findVariants([{ path: 'miku/miku.pmx', pmx }, { path: 'miku/miku_swim.pmx', pmx }]); // → [undefined, 0]
 */
export function findVariants(models: readonly PlacedModel[]): (number | undefined)[] {
  const found: (number | undefined)[] = [];
  models.forEach((model, i) => {
    const first = models.findIndex((other, k) => k < i && found[k] === undefined && isVariant(model, other));
    found.push(first < 0 ? undefined : first);
  });
  return found;
}

function isVariant(a: PlacedModel, b: PlacedModel): boolean {
  const folder = folderOf(a.path);
  if (folder === '' || folder !== folderOf(b.path)) return false;
  if (a.pmx.name.trim() !== '' && a.pmx.name === b.pmx.name) return true;
  const textures = new Set(b.pmx.textures.map(foldName));
  const shared = a.pmx.textures.filter((path) => textures.has(foldName(path))).length;
  return 2 * shared > Math.max(a.pmx.textures.length, b.pmx.textures.length);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
