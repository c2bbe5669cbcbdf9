import { type FormatWarning, MmdFormatError } from '@odori/format';

/** The command was called wrongly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An input or an output is not what it should be: exit code 1. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/** What to tell of an error that files can cause; undefined of one that only we can. */
export function describeProblem(error: unknown): string | undefined {
  if (error instanceof MmdFormatError) {
    const { section, message } = error;
    return message.startsWith(section) ? message : `${section}: ${message}`;
  }
  if (error instanceof FileProblem) return error.message;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return SYSTEM_PROBLEMS.get(error.code) ?? (/^E[A-Z]+$/.test(error.code) ? error.message : undefined);
}

const SYSTEM_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file'],
  ['EISDIR', 'is a folder'],
  ['ENOTDIR', 'has a file in its path where a folder should be'],
  ['EACCES', 'no permission'],
  ['EPERM', 'no permission'],
  ['EROFS', 'cannot be written: all of its disk is read-only'],
  ['EBADF', 'is not open for writing'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ELOOP', 'is a link that leads in a circle'],
  ['ERR_FS_FILE_TOO_LARGE', 'is larger than 2 GiB'],
]);

/** Puts the name of a file before what is wrong with it. */
export async function inFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = describeProblem(error);
    throw problem === undefined ? error : new FileProblem(`${path}: ${problem}`, { cause: error });
  }
}

/** MMD itself writes keys in no order: worth a word to who inspects a file, not to who uses it. */
export function isUsual({ code }: FormatWarning): boolean {
  return code === 'unsorted-keys';
}
