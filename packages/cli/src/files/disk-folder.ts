import { foldName } from '@odori/format/internal';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Content, diskContent, isFileInside } from './content.js';

/** A folder is read to this depth, and up to this number of files, as a folder that is dropped on a page. */
const MAX_FILES = 10_000;
const DEEPEST = 32;

/**
 * A folder on the disk, as the models in it see it. Folders are listed once; make a new one to see new files.
 */
export class DiskFolder {
  readonly #path: string;
  readonly #names = new Map<string, readonly string[]>();

  /** `path` is absolute. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * The file at a relative path with forward slashes, spelled exactly or else in any case and width, as
   * Windows finds it. Undefined if there is none, and for a symbolic link that leads out of the folder.
   */
  async find(path: string): Promise<Content | undefined> {
    let location = this.#path;
    for (const name of path.split('/')) {
      const found = spelledAs(name, await this.#list(location));
      if (found === undefined) return undefined;
      location = join(location, found);
    }
    return (await isFileInside(location, this.#path)) ? diskContent(location, this.#path) : undefined;
  }

  async #list(folder: string): Promise<readonly string[]> {
    const known = this.#names.get(folder);
    if (known) return known;
    const names = await readdir(folder).catch(() => []);
    this.#names.set(folder, names);
    return names;
  }
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
