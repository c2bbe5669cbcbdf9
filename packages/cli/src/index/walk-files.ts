import { opendir } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { statsIfReadable } from '../files/paths.js';

/** Kinds of files that an index of a folder has, by extension. */
const EXTENSIONS: ReadonlySet<string> = new Set(
  '.bvmd .glb .pmd .pmm .pmx .vac .vmd .vpd .vrm .vrma .x .zip'.split(' '),
);

export function hasIndexedExtension(path: string): boolean {
  return EXTENSIONS.has(extname(path).toLowerCase());
}

/** Files that hold one model, motion or project, and no others. */
export function isDocumentName(path: string): boolean {
  return hasIndexedExtension(path) && extname(path).toLowerCase() !== '.zip';
}

/**
 * The files among `inputs`, and those below the folders among them whose names `isWanted` takes: by default
 * those whose extensions say that they belong to MMD or VRM. Hidden ones and symbolic links in folders are
 * left out. Keeps one folder in memory at a time for each level.
 *
 * A folder that cannot be read is in the result itself, so that reading it reports the error.
 */
export async function* walkFiles(
  inputs: Iterable<string>,
  cwd: string,
  isWanted: (name: string) => boolean = hasIndexedExtension,
): AsyncGenerator<string, void, undefined> {
  for (const input of inputs) {
    if ((await statsIfReadable(resolve(cwd, input)))?.isDirectory()) yield* walkFolder(input, cwd, isWanted);
    else yield input;
  }
}

async function* walkFolder(
  folder: string,
  cwd: string,
  isWanted: (name: string) => boolean,
): AsyncGenerator<string, void, undefined> {
  const names: string[] = [];
  const folders = new Set<string>();
  try {
    for await (const entry of await opendir(resolve(cwd, folder))) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) folders.add(entry.name);
      else if (!entry.isFile() || !isWanted(entry.name)) continue;
      names.push(entry.name);
    }
  } catch {
    yield folder;
    return;
  }
  for (const name of names.sort()) {
    if (folders.has(name)) yield* walkFolder(join(folder, name), cwd, isWanted);
    else yield join(folder, name);
  }
}
