import type { PmmModel } from '@odori/format';
import { FileLoader } from 'three';
import {
  createMapSource,
  createUrlSource,
  type FetchSettings,
  type FileSource,
} from '../files/file-source.js';
import { encodePath, foldName, pathNames } from '../files/paths.js';
import type { ModelSource } from '../loaders/load-model.js';
import type { MmdModel } from '../mmd-model/mmd-model.js';

/** A model's file, and where its textures are. */
export interface ModelFile {
  readonly file: Blob;
  readonly files: FileSource;
}

/** A model for a project: one that is there already, or where it comes from. */
export type ResolvedModel = MmdModel | ModelFile | ModelSource;

/**
 * Finds a model of a project. `path` is as MMD wrote it: `UserFile\Model\…`, or an absolute one of another machine.
 *
 * undefined: there is none; the rest of the scene plays without it.
 */
export type ModelResolver = (
  path: string,
  model: PmmModel,
) => ResolvedModel | undefined | Promise<ResolvedModel | undefined>;

interface Candidate {
  readonly path: string;
  readonly file: Blob;
  /** Folded, the file's own last. */
  readonly names: readonly string[];
}

/**
 * Finds the models of a project among files at hand: a dropped folder, an unpacked zip.
 *
 * The file whose path has the longest end in common with the project's is taken, whatever its case and width; its own
 * name has to agree. Of several the one that lies the shallowest. Textures come from beside it. A project's song is found
 * by it as well. O(files) to make.
 *
 * @example
 * const resolve = createMapResolver(await readDroppedFiles(event.dataTransfer));
 * resolve('C:\\MMD\\UserFile\\Model\\Miku.pmd'); // → 'show/model/miku.PMD' before 'show/old/miku.pmd'
 */
export function createMapResolver(files: ReadonlyMap<string, Blob>): (path: string) => ModelFile | undefined {
  const byName = new Map<string, Candidate[]>();
  for (const [path, file] of files) {
    const names = foldedNames(path);
    const namesakes = byName.get(names.at(-1) ?? '');
    if (namesakes) namesakes.push({ path, file, names });
    else byName.set(names.at(-1) ?? '', [{ path, file, names }]);
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

/** How many names at the ends of two paths agree. */
function commonNames(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}

/**
 * Finds the models of a project in a folder on a server, and in the folders below.
 *
 * The whole path is asked for first, then shorter and shorter ends of it: `Model/Miku.pmd`, `Miku.pmd`. Most servers heed
 * case, and some answer with a page where they have nothing. `baseUrl` is a folder, see `createUrlSource`; nothing outside
 * is ever asked for.
 *
 * @example
 * const scene = await createScene(pmm, { resolve: createUrlResolver('https://example.org/mmd/') });
 */
export function createUrlResolver(baseUrl: string, loader: FetchSettings = new FileLoader()): ModelResolver {
  const base = baseUrl === '' || baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const source = createUrlSource(base, loader);
  return async (path) => {
    for (let names = pathNames(path); names.length > 0; names = names.slice(1)) {
      const file = await source.open(names.join('/'));
      if (!file || (await isPage(file))) continue;
      const folder = names.slice(0, -1).map((name) => `${encodePath(name)}/`);
      return { file, files: createUrlSource(base + folder.join(''), loader) };
    }
    return undefined;
  };
}

/** Pages begin with a tag, models never do. */
async function isPage(file: Blob): Promise<boolean> {
  const head = await file.slice(0, 64).text();
  return head.trimStart().startsWith('<'); // which passes over a byte order mark, too
}
