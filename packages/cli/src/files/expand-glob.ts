import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, parse, resolve, sep } from 'node:path';
import { statsIfSeen } from './stats-of.js';

/** What makes a name a glob. */
export const GLOB: RegExp = /[*?]/;

const ANY_FOLDERS = '**';

/**
 * The files that a glob means, sorted. `*` and `?` stand for no `/`, `**` for any folders; hidden files have to be
 * named by their dot. Links count as what they lead to, but `**` follows none.
 *
 * A folder that may not be read stands in the list itself: whoever reads it will tell.
 */
export async function expandGlob(glob: string, cwd: string): Promise<string[]> {
  const { root } = parse(glob);
  const parts = glob.slice(root.length).split(sep === '\\' ? /[\\/]+/ : /\/+/);
  if (parts.at(-1) === ANY_FOLDERS) parts.push('*');
  const found = new Set<string>();
  await walk(root, parts, cwd, found);
  return [...found].sort();
}

async function walk(
  folder: string,
  parts: readonly string[],
  cwd: string,
  found: Set<string>,
): Promise<void> {
  const [part, ...rest] = parts;
  if (part === ANY_FOLDERS) {
    await walk(folder, rest, cwd, found);
    for (const entry of await listFolder(folder, cwd, found)) {
      const isFolder = entry.isDirectory() && !isHidden(entry.name);
      if (isFolder) await walk(join(folder, entry.name), parts, cwd, found);
    }
    return;
  }
  for (const name of await namesLike(part, folder, cwd, found)) {
    const path = join(folder, name);
    const kind = await statsIfSeen(resolve(cwd, path));
    const isBroken = !kind && GLOB.test(part); // a link to nowhere, a folder with a lock
    if (rest.length === 0 && (isBroken || kind?.isFile())) found.add(path);
    if (rest.length > 0 && kind?.isDirectory()) await walk(path, rest, cwd, found);
  }
}

/** The names that a part of a glob means; one without wildcards need not be looked for. */
async function namesLike(part: string, folder: string, cwd: string, found: Set<string>): Promise<string[]> {
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

/** Japanese names come composed or, from some disks, decomposed. */
function patternOf(part: string): RegExp {
  const source = part
    .normalize('NFC')
    .replaceAll(/\*+|\?|[\\^$.|+()[\]{}]/g, (sign) =>
      sign.startsWith('*') ? '.*' : sign === '?' ? '.' : `\\${sign}`,
    );
  return new RegExp(`^${source}$`, 'su');
}
