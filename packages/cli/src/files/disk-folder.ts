import { foldName, splitPath, trimPath } from '@odori/format/internal';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Content, diskContent, isFileInside } from './content.js';

/** A folder is read to this depth, and up to this number of files, as a folder that is dropped on a page. */
const MAX_FILES = 10_000;
const DEEPEST = 32;

/**
 * A folder on the disk, as the models in it see it. Folders are listed once; make a new one to see new files.
 */
export class DiskFolder {
  readonly #path: string;
  readonly #root: string | undefined;
  readonly #parent: string;
  readonly #names = new Map<string, readonly string[]>();

  /**
   * `path` is absolute. `root`: the folder that paths do not leave, absolute too. Without it, a path that
   * begins with `../` may lead to the parent, in which many models have their textures, but never to a whole
   * disk; other paths, and symbolic links at them, stay in the folder.
   */
  constructor(path: string, root?: string) {
    this.#path = path;
    this.#root = root;
    const parent = dirname(path);
    this.#parent = parent === dirname(parent) ? path : parent;
  }

  /**
   * The file at a path as a model spells it, in any case and width, as Windows finds it. A path of another
   * disk is searched by its last names. Undefined if there is none, for a path that leads out of the root,
   * and for a symbolic link that does.
   */
  async find(path: string): Promise<Content | undefined> {
    const found = await this.#locate(path);
    return found && diskContent(found.location, found.root);
  }

  /** The path of {@link find} as the disk spells it, relative to the folder, with forward slashes. */
  async spellingOf(path: string): Promise<string | undefined> {
    const found = await this.#locate(path);
    return found && relative(this.#path, found.location).split(sep).join('/');
  }

  /** Whether a path stays in the folder that paths do not leave. */
  reaches(path: string): boolean {
    const up = splitPath(path)?.up ?? 0;
    return isInside(resolve(this.#path, '../'.repeat(up)), this.#rootFor(up));
  }

  #rootFor(up: number): string {
    return this.#root ?? (up === 0 ? this.#path : this.#parent);
  }

  async #locate(path: string): Promise<Place | undefined> {
    const split = splitPath(path);
    if (split) return this.#descend(split.up, split.names);
    const names = trimPath(path).split(/[\\/]/);
    for (let from = 1; from < names.length; from++) {
      const end = splitPath(names.slice(from).join('/'));
      const found = end && (await this.#descend(0, end.names));
      if (found) return found;
    }
    return undefined;
  }

  async #descend(up: number, names: readonly string[]): Promise<Place | undefined> {
    const root = this.#rootFor(up);
    let location = resolve(this.#path, '../'.repeat(up));
    if (!isInside(location, root)) return undefined;
    for (const name of names) {
      const found = spelledAs(name, await this.#list(location));
      if (found === undefined) return undefined;
      location = join(location, found);
    }
    return (await isFileInside(location, root)) ? { location, root } : undefined;
  }

  async #list(folder: string): Promise<readonly string[]> {
    const known = this.#names.get(folder);
    if (known) return known;
    const names = await readdir(folder).catch(() => []);
    this.#names.set(folder, names);
    return names;
  }
}

/** A file on the disk, and the folder that it must not leave; both absolute. */
interface Place {
  readonly location: string;
  readonly root: string;
}

function isInside(path: string, root: string): boolean {
  return relative(root, path).split(sep)[0] !== '..';
}

function spelledAs(name: string, names: readonly string[]): string | undefined {
  if (names.includes(name)) return name;
  const folded = foldName(name);
  return names.find((each) => foldName(each) === folded);
}

/**
 * The files below a folder as relative paths, sorted, shallow ones first. Hidden files and folders, and
 * symbolic links, are left out. A folder in it that cannot be read counts as empty. Rejects if the folder
 * itself cannot be read.
 */
export async function listFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  let level = [''];
  for (let depth = 0; level.length > 0 && depth < DEEPEST; depth++) {
    const next: string[] = [];
    for (const path of level) {
      const entries = await entriesOf(join(folder, path)).catch((error: unknown) => {
        if (path === '') throw error;
        return [];
      });
      for (const entry of entries) {
        if (entry.isDirectory()) next.push(join(path, entry.name));
        else if (entry.isFile()) found.push(join(path, entry.name));
        if (found.length === MAX_FILES) return found;
      }
    }
    level = next;
  }
  return found;
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const shown = entries.filter(({ name }) => !name.startsWith('.'));
  return shown.sort((a, b) => (a.name < b.name ? -1 : 1));
}
