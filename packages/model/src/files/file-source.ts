import { foldName, resolvePath } from '@odori/format/internal';

/** Separates the names in a path. */
export const SEPARATOR: RegExp = /[\\/]/;

/** The files beside a model, such as its textures. */
export interface FileSource {
  /**
   * Opens a file by its path as the model's file spells it, such as `tex\\body.png`.
   *
   * Resolves to undefined if there is no such file, or if the path leads out of the folder. Rejects if the
   * file exists but the network or the server fails.
   */
  open(path: string): Promise<Blob | undefined>;
}

/**
 * The files of a dropped folder or an unpacked zip, as seen from one model among them.
 *
 * Keys of `files` are paths; back-slashes and a leading `./` or `/` do not matter. A file is looked up in
 * this order: by its path from the model's folder, spelled exactly; by the same path in any case and width;
 * by its name alone, if exactly one file has that name, because people drop a model and its textures without
 * folders. A path that leads out of the map therefore finds files by name only, and nothing outside the map
 * is read. O(files) to make, O(1) to open. The map is copied.
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

/**
 * The models among files, by the extensions `.pmx` and `.pmd`: keys of the map, the most likely one first.
 *
 * They are sorted by depth (shallow first), then PMX before PMD, then by size (the largest first, because
 * props are smaller than characters), then by path. O(n log n).
 *
 * @example
 * findModels(new Map([['miku/leek.pmx', leek], ['miku/Miku.PMX', miku], ['miku/tex/face.png', face]]));
 * // → ['miku/Miku.PMX', 'miku/leek.pmx']: Miku is the larger one
 */
export function findModels(files: ReadonlyMap<string, Blob>): string[] {
  const models = [...files].filter(([path]) => /\.pm[xd]$/i.test(path));
  const ranked = models.map(([path, file]) => ({
    path,
    depth: namesOf(path).length,
    isPmd: /d$/i.test(path),
    size: file.size,
  }));
  ranked.sort(
    (a, b) =>
      a.depth - b.depth || Number(a.isPmd) - Number(b.isPmd) || b.size - a.size || (a.path < b.path ? -1 : 1),
  );
  return ranked.map(({ path }) => path);
}

function namesOf(path: string): string[] {
  return path.split(SEPARATOR).filter((name) => name !== '' && name !== '.');
}

/**
 * The names in a path as MMD writes it, without the drive, `.` and `..`, so that none of them leads out of a
 * folder.
 *
 * @example
 * pathNames('C:\\MMD\\UserFile\\Model\\Miku.pmd'); // → ['MMD', 'UserFile', 'Model', 'Miku.pmd']
 */
export function pathNames(path: string): string[] {
  return path
    .split(SEPARATOR)
    .filter((name, i) => !['', '.', '..'].includes(name) && !(i === 0 && /^[a-z]:$/i.test(name)));
}
