import { MmdFormatError } from '@odori/format';
import { GlbError, HumanoidError } from '@odori/vrm/humanoid';
import { debuglog } from 'node:util';

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An input cannot be used, or an output cannot be written: exit code 1. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** There is no browser to draw with: exit code 3. */
export class MissingBrowserError extends FileError {}

/** The message for an error that files or the system can cause; undefined for an internal error. */
export function describeError(error: unknown): string | undefined {
  if (error instanceof MmdFormatError) {
    const { section, message } = error;
    return message.startsWith(section) ? message : `${section}: ${message}`;
  }
  if (error instanceof FileError || error instanceof GlbError) return error.message;
  if (error instanceof HumanoidError) return error.code === 'no-humanoid' ? NO_HUMANOID : error.message;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return SYSTEM_ERRORS.get(error.code) ?? (/^E[A-Z]+$/.test(error.code) ? error.message : undefined);
}

/**
 * The message for any error of one file among several. An internal error, such as a `RangeError` of a parser,
 * is that file's too, so that the others are still read; `NODE_DEBUG=odori` prints its stack.
 *
 * @throws {@link UsageError}, which is about the command line.
 */
export function describeFileError(error: unknown): string {
  if (error instanceof UsageError) throw error;
  const message = describeError(error);
  if (message !== undefined) return message;
  debuglog('odori')('%o', error);
  return `internal error, please report it: ${String(error)}`;
}

const NO_HUMANOID = 'this GLB has no VRM extension and no bones of known names, so it is no avatar';

const SYSTEM_ERRORS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file'],
  ['EISDIR', 'this is a folder, not a file'],
  ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['EBADF', 'this descriptor is not open for writing'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['ENAMETOOLONG', 'the file name is too long'],
  ['ELOOP', 'too many symbolic links, probably a loop'],
  ['ERR_FS_FILE_TOO_LARGE', 'the file is larger than 2 GiB'],
]);

/**
 * Runs `work` and puts the file name before the message of its error. Internal errors pass through unchanged.
 */
export async function inFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = describeError(error);
    throw message === undefined ? error : new FileError(`${path}: ${message}`, { cause: error });
  }
}
