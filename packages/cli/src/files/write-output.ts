import { chmod, link, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileProblem, inFile } from '../problem.js';
import { alreadyThere, lookAtPlace, type WriteOptions } from './look-at-place.js';
import { STANDARD } from './read-input.js';
import { statsOf } from './stats-of.js';
import { withTemporaryFile } from './with-temporary-file.js';
import { writeStream } from './write-stream.js';

/** Nobody else looks into a file that is not whole. */
const PRIVATE = 0o600;

/**
 * Writes a file as a whole, or stdout: first beside its place, then moved there, so that a crash leaves no half file.
 *
 * Folders are made, links are followed, and what is overwritten keeps its permissions.
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
    const { path: target, stream, mode } = await lookAtPlace(path, options);
    if (stream !== undefined) return writeStream(stream, data, options.console);
    const folder = dirname(target);
    await makeFolder(folder);
    return withTemporaryFile(folder, mode === undefined ? undefined : PRIVATE, async (temporary) => {
      await writeFile(temporary, data, { flag: 'r+', flush: true });
      if (mode !== undefined) await setMode(temporary, mode);
      await (options.force ? rename(temporary, target) : moveToFree(temporary, target));
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

/** Disks that know no permissions give all files the same, and refuse to change them. */
async function setMode(path: string, mode: number): Promise<void> {
  const { mode: own } = await stat(path);
  if ((own & 0o777) !== mode) await chmod(path, mode);
}

/** A link, unlike a move, fails where a file is: nothing that comes in between is overwritten either. */
async function moveToFree(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyThere();
    if (NOT_OF_LINKS.has(code)) throw error;
    if (await statsOf(target)) throw alreadyThere();
    await rename(temporary, target);
  }
}

/** What would stop a move as well. Of disks without links each system says something else: EISDIR, EPERM, EACCES. */
const NOT_OF_LINKS: ReadonlySet<string> = new Set(['ENOENT', 'ENOSPC', 'EDQUOT', 'EROFS']);
