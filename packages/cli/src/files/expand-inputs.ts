import { resolve } from 'node:path';
import { UsageError } from '../problem.js';
import { expandGlob, GLOB } from './expand-glob.js';
import { STANDARD } from './read-input.js';
import { statsIfSeen } from './stats-of.js';

/**
 * Inputs with their globs resolved, for shells that leave that to programs: `*`, `?`, and `**` for any folders.
 *
 * A file that bears such a name is meant as it is, and so is a glob that finds nothing: whoever reads it will tell.
 * Sorted within each glob; each file once.
 *
 * @throws {@link UsageError} if an input has no name.
 * @example
 * await expandInputs(['dances/*.vmd'], cwd); // → ['dances/a.vmd', 'dances/b.vmd']
 */
export async function expandInputs(inputs: readonly string[], cwd: string): Promise<string[]> {
  const found = new Map<string, string>();
  for (const input of inputs) {
    if (input === '') throw new UsageError('a name of a file is empty');
    for (const path of await expand(input, cwd)) {
      const place = path === STANDARD ? STANDARD : resolve(cwd, path);
      if (!found.has(place)) found.set(place, path);
    }
  }
  return [...found.values()];
}

async function expand(input: string, cwd: string): Promise<string[]> {
  if (!GLOB.test(input) || (await statsIfSeen(resolve(cwd, input)))) return [input];
  const files = await expandGlob(input, cwd);
  return files.length > 0 ? files : [input];
}
