import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, parse, resolve, sep } from 'node:path';
import { statsIfReadable } from './paths.js';

/** A name with one of these characters is a glob. */
export const GLOB: RegExp = /[*?]/;

const ANY_FOLDERS = '**';

/**
 * The files that match a glob, sorted. `*` and `?` do not match `/`, `**` matches any folders. A hidden file
 * matches only a pattern that starts with a dot. Symlinks are followed, except by `**`.
 *
 * A folder that cannot be read is in the list itself, and reading it reports the error.
 */
export async function expandGlob(glob: string, cwd: string): Promise<string[]> {
  const { root } = parse(glob);
  const parts = glob.slice(root.length).split(sep === '\\' ? /[\\/]+/ : /\/+/);
  if (parts.at(-1) === ANY_FOLDERS) parts.push('*');
  const found = new Set<string>();
  await collect(root, parts, cwd, found);
  return [...found].sort();
}

async function collect(
  folder: string,
  parts: readonly string[],
  cwd: string,
  found: Set<string>,
): Promise<void> {
  const [part, ...rest] = parts;
  if (part === ANY_FOLDERS) {
    await collect(folder, rest, cwd, found);
    for (const entry of await listFolder(folder, cwd, found)) {
      const isFolder = entry.isDirectory() && !isHidden(entry.name);
      if (isFolder) await collect(join(folder, entry.name), parts, cwd, found);
    }
    return;
  }
  for (const name of await matchingNames(part, folder, cwd, found)) {
    const path = join(folder, name);
    const kind = await statsIfReadable(resolve(cwd, path));
    const isBroken = !kind && GLOB.test(part); // a dangling symlink, a folder without permission
    if (rest.length === 0 && (isBroken || kind?.isFile())) found.add(path);
    if (rest.length > 0 && kind?.isDirectory()) await collect(path, rest, cwd, found);
  }
}

/** The names in a folder that match a part of a glob; a part without wildcards is its own name. */
async function matchingNames(
  part: string,
  folder: string,
  cwd: string,
  found: Set<string>,
): Promise<string[]> {
  if (!GLOB.test(part)) return [part];
  const pattern = patternOf(part);
  const names = (await listFolder(folder, cwd, found)).map(({ name }) => name);
  return names.filter((name) => isHidden(name) === isHidden(part) && pattern.test(name.normalize('NFC')));
}

async function listFolder(folder: string, cwd: string, found: Set<string>): Promise<Dirent[]> {
  try {
    return await readdir(resolve(cwd, folder), { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') found.add(folder);
    return [];
  }
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Names are compared in NFC: some disks give Japanese names decomposed. */
function patternOf(part: string): RegExp {
  const source = part
    .normalize('NFC')
    .replaceAll(/\*+|\?|[\\^$.|+()[\]{}]/g, (sign) =>
      sign.startsWith('*') ? '.*' : sign === '?' ? '.' : `\\${sign}`,
    );
  return new RegExp(`^${source}$`, 'su');
}
