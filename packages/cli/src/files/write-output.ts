import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Console } from '../console.js';
import { FileProblem } from '../problem.js';
import { exists } from './exists.js';
import { STANDARD } from './read-input.js';

/**
 * Writes a file as a whole, or stdout: first beside its place, then moved there, so that a crash leaves no half file.
 *
 * Folders are made. @throws {@link FileProblem} if the file is there and `force` is false.
 */
export async function writeOutput(
  path: string,
  data: string | Uint8Array,
  { force, console }: { readonly force: boolean; readonly console: Console },
): Promise<void> {
  if (path === STANDARD) return console.write(data);
  const target = resolve(console.cwd, path);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.odori-${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await (force ? rename(temporary, target) : moveToFree(temporary, target, path));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A link, unlike a move, fails where a file is: nothing that comes in between is overwritten either. */
async function moveToFree(temporary: string, target: string, path: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isThere = code === 'EEXIST' || (LINKLESS.has(code) && (await exists(target)));
    if (isThere) throw alreadyThere(path);
    if (!LINKLESS.has(code)) throw error;
    await rename(temporary, target);
  }
}

/** How file systems say that they have no links. */
const LINKLESS: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

export function alreadyThere(path: string): FileProblem {
  return new FileProblem(`${path} is there already; --force overwrites it`);
}
