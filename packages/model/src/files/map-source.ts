import type { FileSource } from './file-source.js';
import { foldName } from './fold-name.js';
import { resolvePath, SEPARATOR } from './resolve-path.js';

/**
 * The files of a dropped folder or of an unzipped archive, seen from one model among them.
 *
 * `files` by path: back-slashes, a leading `./` or `/` do not matter. Looked for in this order: the path from the
 * model's folder as it is spelled; the same whatever its case and width; a file of that name
 * anywhere, if there is exactly one: people drop a model and its textures loose. So a path that leaves the map finds
 * by its last name only, and nothing outside is ever reached. O(files) to make, O(1) to open. The map is not kept.
 *
 * @example
 * const files = new Map([['miku/miku.pmx', model], ['miku/tex/Face.png', face]]);
 * await createMapSource(files, 'miku/miku.pmx').open('TEX\\face.png'); // → face
 */
export function createMapSource(files: ReadonlyMap<string, Blob>, modelPath: string): FileSource {
  const folder = namesOf(modelPath).slice(0, -1).join('/');
  const index = new FileIndex(files);
  return {
    open: (path) => Promise.resolve(index.find(resolvePath(path, folder)) ?? index.findByName(path)),
  };
}

class FileIndex {
  readonly #byPath = new Map<string, Blob>();
  readonly #byFoldedPath = new Map<string, Blob>();
  /** undefined: several files have the name. */
  readonly #byFoldedName = new Map<string, Blob | undefined>();

  constructor(files: ReadonlyMap<string, Blob>) {
    for (const [key, file] of files) this.#add(namesOf(key), file);
  }

  find(path: string | undefined): Blob | undefined {
    if (path === undefined) return undefined;
    return this.#byPath.get(path) ?? this.#byFoldedPath.get(foldName(path));
  }

  findByName(path: string): Blob | undefined {
    return this.#byFoldedName.get(foldName(path.split(SEPARATOR).at(-1) ?? ''));
  }

  #add(names: string[], file: Blob): void {
    const path = names.join('/');
    const foldedPath = foldName(path);
    const foldedName = foldName(names.at(-1) ?? '');
    this.#byPath.set(path, file);
    if (!this.#byFoldedPath.has(foldedPath)) this.#byFoldedPath.set(foldedPath, file);
    this.#byFoldedName.set(foldedName, this.#byFoldedName.has(foldedName) ? undefined : file);
  }
}

function namesOf(path: string): string[] {
  return path.split(SEPARATOR).filter((name) => name !== '' && name !== '.');
}
