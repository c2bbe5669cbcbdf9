import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { exists } from './exists.js';
import { STANDARD } from './read-input.js';

/**
 * Inputs with their globs resolved, for shells that leave that to programs: `*`, `?`, and `**` for any folders.
 *
 * A file that bears such a name is meant as it is, and so is a glob that finds nothing: whoever reads it will tell.
 * Sorted within each glob; each file once.
 *
 * @example
 * await expandInputs(['dances/*.vmd'], cwd); // → ['dances/a.vmd', 'dances/b.vmd']
 */
export async function expandInputs(inputs: readonly string[], cwd: string): Promise<string[]> {
  const found = new Set<string>();
  for (const input of inputs) {
    const isGlob = input !== STANDARD && /[*?]/.test(input) && !(await exists(resolve(cwd, input)));
    const files = isGlob ? await expandGlob(input, cwd) : [];
    for (const path of files.length > 0 ? files : [input]) found.add(path);
  }
  return [...found];
}

async function expandGlob(glob: string, cwd: string): Promise<string[]> {
  const parts = glob.split(/[\\/]/);
  const first = parts.findIndex((part) => /[*?]/.test(part));
  const folder = parts.slice(0, first).join('/') || (first > 0 ? '/' : '');
  const root = resolve(cwd, folder);
  if (!(await exists(root))) return [];
  const pattern = globPattern(parts.slice(first).join('/'));
  const entries = await readdir(root, { recursive: parts.length - first > 1, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => pattern.test(path))
    .sort()
    .map((path) => (folder === '' ? path : join(folder, path)));
}

function globPattern(glob: string): RegExp {
  const source = glob.replaceAll(
    /\*\*\/|\*|\?|[\\^$.|+()[\]{}]/g,
    (part) => GLOB_PARTS.get(part) ?? `\\${part}`,
  );
  return new RegExp(`^${source}$`, 'u');
}

const GLOB_PARTS: ReadonlyMap<string, string> = new Map([
  ['**/', '(?:[^/]+/)*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
]);
