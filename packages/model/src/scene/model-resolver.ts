import type { PmmAccessory, PmmModel } from '@odori/format';
import { encodePath, foldName } from '@odori/format/internal';
import type { RequestSettings } from '@odori/runtime';
import { countItem } from '@odori/runtime/internal/three';
import { createMapSource, type FileSource, pathNames } from '../files/file-source.js';
import { createSearchSource, createUrlSource } from '../files/url-source.js';
import type { ModelSource } from '../loaders/open-source.js';
import type { MmdModel } from '../mmd-model/mmd-model.js';

/** The file of a model or an accessory, and the files beside it. */
export interface ModelFile {
  readonly file: Blob;
  readonly files: FileSource;
}

/** What a source is, with a name for error messages, and the files beside it. */
export function toSource(
  found: ModelFile | ModelSource,
  name: string,
): { readonly source: ModelSource; readonly files?: FileSource } {
  const named = (file: Blob): File => new File([file], name);
  if (typeof found !== 'object') return { source: found };
  if ('file' in found) return { source: named(found.file), files: found.files };
  return { source: 'arrayBuffer' in found ? named(found) : found };
}

/**
 * Finds a model or an accessory of a project. `path` is as MMD wrote it: `UserFile\Model\…`, or an absolute
 * path on the author's computer.
 *
 * It is also asked for the picture and the film of the background, without a `document`, and gives their file
 * or its URL. For a film `dance.avi`, it is asked for `dance.mp4` and `dance.webm`, because browsers do not
 * play AVI.
 *
 * Gives a loaded model, which is not used for an accessory, or where to load it from; undefined if there is
 * no such file: the rest of the scene plays without it.
 */
export type ModelResolver = (
  path: string,
  document?: PmmModel | PmmAccessory,
) => MmdModel | ModelFile | ModelSource | undefined | Promise<MmdModel | ModelFile | ModelSource | undefined>;

interface Candidate {
  readonly path: string;
  readonly file: Blob;
  /** The folded names in its path; the last one is the file's. */
  readonly names: readonly string[];
}

/**
 * Finds the models and accessories of a project among files at hand: a dropped folder or an unpacked zip.
 *
 * The file name has to match, in any case and width. Of several such files, the one whose path shares the
 * most names at its end with the project's path is taken, and of these the shallowest. Textures are found
 * beside it. The function also finds a project's background and its song. O(files) to make.
 *
 * @example
 * const files = await readDroppedFiles(event.dataTransfer);
 * const resolve = createMapResolver(files);
 * const found = resolve('C:\\MMD\\UserFile\\Model\\Miku.pmd'); // not 'show/old/miku.pmd'
 * found?.file === files.get('show/model/miku.PMD'); // → true
 */
export function createMapResolver(files: ReadonlyMap<string, Blob>): (path: string) => ModelFile | undefined {
  const byName = new Map<string, Candidate[]>();
  for (const [path, file] of files) {
    const names = foldedNames(path);
    const name = names.at(-1) ?? '';
    const candidates = byName.get(name);
    if (candidates) candidates.push({ path, file, names });
    else byName.set(name, [{ path, file, names }]);
  }
  return (path) => {
    const wanted = foldedNames(path);
    const candidates = [...(byName.get(wanted.at(-1) ?? '') ?? [])];
    candidates.sort(
      (a, b) =>
        commonNames(b.names, wanted) - commonNames(a.names, wanted) || a.names.length - b.names.length,
    );
    const found = candidates.at(0);
    return found && { file: found.file, files: createMapSource(files, found.path) };
  };
}

function foldedNames(path: string): string[] {
  return pathNames(path).map((name) => foldName(name));
}

/** The number of names at the ends of two paths that are equal. */
function commonNames(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}

/**
 * Finds the models and accessories of a project in a folder on a server, and in the folders below it.
 *
 * The whole path is requested first, then shorter and shorter ends of it: `Model/Miku.pmd`, `Miku.pmd`. Most
 * servers distinguish upper and lower case. `baseUrl` is the folder, see `createUrlSource`; nothing outside
 * it is requested. A manager counts the search as one item, and its `onError` is called if no path gives a
 * file.
 *
 * @example
 * const scene = await createScene(pmm, { resolve: createUrlResolver('https://example.org/mmd/') });
 */
export function createUrlResolver(baseUrl: string, settings: RequestSettings = {}): ModelResolver {
  const base = baseUrl === '' || baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const source = createSearchSource(base, settings);
  const search = async (path: string): Promise<ModelFile | undefined> => {
    for (let names = pathNames(path); names.length > 0; names = names.slice(1)) {
      const file = await source.open(names.join('/'));
      if (!file) continue;
      const folder = names.slice(0, -1).map((name) => `${encodePath(name)}/`);
      return { file, files: createUrlSource(base + folder.join(''), { ...settings, root: base }) };
    }
    return undefined;
  };
  return async (path) => {
    const { manager } = settings;
    const item = base + pathNames(path).map(encodePath).join('/');
    return countItem(manager, item, async () => {
      const found = await search(path);
      if (!found) manager?.itemError(item);
      return found;
    });
  };
}
