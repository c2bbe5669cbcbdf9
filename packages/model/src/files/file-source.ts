import { foldName, resolvePath, trimPath } from '@odori/format/internal';

/** Separates the names in a path. */
export const SEPARATOR: RegExp = /[\\/]/;

/** The files beside a model, such as its textures. */
export interface FileSource {
  /**
   * Opens a file by its path as the model's file spells it, such as `tex\\body.png`.
   *
   * Resolves to undefined if there is no such file, or if the path is refused. Rejects if the
   * file exists but the network or the server fails.
   */
  open(path: string): Promise<Blob | undefined>;
  /**
   * Why a path is never opened, as a sentence; undefined if it is. A source that lacks this opens all paths.
   */
  refusal?(path: string): string | undefined;
}

/**
 * The files of a dropped folder or an unpacked zip, as seen from one model among them.
 *
 * Keys of `files` are paths; back-slashes and a leading `./` or `/` do not matter. A file is looked up in
 * this order: by its path from the model's folder, spelled exactly; by the same path in any case and width;
 * by its name alone, if exactly one file has that name, because people drop a model and its textures without
 * folders; of several with that name, by as many folders before it as tell one from the others. A path that
 * leads out of the map, and one of the author's disk, find files by name only, and nothing outside the map is
 * read. Spaces, dots and NULs at the end of a path do not matter. O(files) to make, O(1) to open, O(files of
 * the name) by name. The map is copied.
 *
 * @example
 * const files = new Map([['miku/miku.pmx', model], ['miku/tex/Face.png', face]]);
 * await createMapSource(files, 'miku/miku.pmx').open('TEX\\face.png'); // → face
 */
export function createMapSource(files: ReadonlyMap<string, Blob>, modelPath: string): FileSource {
  const folder = namesOf(modelPath).slice(0, -1).join('/');
  const index = new FileIndex(files);
  return {
    open: (path) => Promise.resolve(index.find(resolvePath(path, folder)) ?? index.findByNames(path)),
  };
}

class FileIndex {
  readonly #byPath = new Map<string, Blob>();
  readonly #byFoldedPath = new Map<string, Blob>();
  readonly #byFoldedName = new Map<string, NamedFile[]>();

  constructor(files: ReadonlyMap<string, Blob>) {
    for (const [key, file] of files) this.#add(namesOf(key), file);
  }

  find(path: string | undefined): Blob | undefined {
    if (path === undefined) return undefined;
    return this.#byPath.get(path) ?? this.#byFoldedPath.get(foldName(path));
  }

  /** The file that shares its last names with the path; undefined if several do, or none. */
  findByNames(path: string): Blob | undefined {
    const names = foldName(trimPath(path)).split(SEPARATOR);
    let found = this.#byFoldedName.get(names.at(-1)!) ?? [];
    for (let last = 2; found.length > 1 && last <= names.length; last++)
      found = found.filter((each) => each.names.at(-last) === names.at(-last));
    return found.length === 1 ? found[0].file : undefined;
  }

  #add(names: string[], file: Blob): void {
    const path = names.join('/');
    const foldedPath = foldName(trimPath(path));
    const foldedNames = foldedPath.split('/');
    this.#byPath.set(path, file);
    if (!this.#byFoldedPath.has(foldedPath)) this.#byFoldedPath.set(foldedPath, file);
    const named = this.#byFoldedName.get(foldedNames.at(-1)!);
    if (named) named.push({ names: foldedNames, file });
    else this.#byFoldedName.set(foldedNames.at(-1)!, [{ names: foldedNames, file }]);
  }
}

/** A file and the names in its path, folded. */
interface NamedFile {
  readonly names: readonly string[];
  readonly file: Blob;
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
