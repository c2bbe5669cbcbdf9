import { link, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileProblem, inFile } from '../problem.js';
import { alreadyThere, lookAtPlace, type WriteOptions } from './look-at-place.js';
import { STANDARD } from './read-input.js';
import { withTemporaryFile } from './with-temporary-file.js';

/**
 * Writes a file as a whole, or stdout: first beside its place, then moved there, so that a crash leaves no half file.
 *
 * Folders are made, links are followed, and what was private stays so when it is overwritten.
 *
 * @throws {@link FileProblem} with the name of the file, also if it is there and `force` is false.
 */
export async function writeOutput(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions,
): Promise<void> {
  if (path === STANDARD) return options.console.write(data);
  return inFile(path, async () => {
    const place = await lookAtPlace(path, options);
    if (place.isStream) return writeFile(place.path, data);
    const folder = dirname(place.path);
    await makeFolder(folder);
    return withTemporaryFile(folder, place.mode, async (temporary) => {
      await writeFile(temporary, data, { flag: 'r+', flush: true });
      await (options.force ? rename(temporary, place.path) : moveToFree(temporary, place.path, options));
    });
  });
}

/** Node says EEXIST of a file in the way, and of a disk that is read-only that there is no such file. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
    throw new FileProblem(`the folder ${folder} cannot be made`, { cause: error });
  }
}

/** A link, unlike a move, fails where a file is: nothing that comes in between is overwritten either. */
async function moveToFree(temporary: string, target: string, options: WriteOptions): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyThere();
    if (!LINKLESS.has(code)) throw error;
    await lookAtPlace(target, options);
    await rename(temporary, target);
  }
}

/** How file systems say that they have no links. */
const LINKLESS: ReadonlySet<string> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);
