import { type BigIntStats, writeFile as writeFileWithCallback } from 'node:fs';
import { chmod, link, mkdir, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Shell } from '../shell.js';
import { FileError, inFile, UsageError } from '../errors.js';
import { STANDARD } from './inputs.js';
import { descriptorOf, statsOf, STDERR, STDOUT } from './paths.js';
import { withTemporaryFile } from './temporary-file.js';
import { about, say } from '../language/message.js';

/** Options of {@link writeOutput}. */
export interface WriteOptions {
  /** Overwrite an existing file. */
  readonly force: boolean;
  readonly console: Shell;
}

/** The permissions of a file that is not complete yet. */
const PRIVATE = 0o600;

/**
 * Writes a file, or stdout. The data goes to a temporary file in the same folder, which is then moved to its
 * place: a crash never leaves half a file.
 *
 * Missing folders are created, symlinks are followed, and an overwritten file keeps its permissions.
 *
 * @throws {@link FileError} with the name of the file, also if it exists and `force` is false.
 */
export async function writeOutput(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions,
): Promise<void> {
  if (path === STANDARD) return options.console.write(data);
  return inFile(path, async () => {
    const { path: target, stream, mode } = await checkOutput(path, options);
    if (stream !== undefined) return writeStream(stream, data, options.console);
    const write = (temporary: string): Promise<void> =>
      writeFile(temporary, data, { flag: 'r+', flush: true });
    return replaceFile({ path: target, mode }, options, write);
  });
}

/**
 * As {@link writeOutput}, for a file that is too large for memory: `write` writes it, given the path of the
 * temporary file.
 *
 * @throws {@link FileError} with the name of the file, also if it is no regular file.
 */
export async function writeOutputBy(
  path: string,
  options: WriteOptions,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const target = await inFile(path, () => checkOutput(path, options));
  if (target.stream !== undefined) throw new FileError(about(path, say('not-regular-use-dash')));
  await replaceFile(target, options, write);
}

async function replaceFile(
  { path, mode }: Pick<OutputTarget, 'path' | 'mode'>,
  { force }: WriteOptions,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(path);
  await createFolder(folder);
  return withTemporaryFile(folder, mode === undefined ? undefined : PRIVATE, async (temporary) => {
    await write(temporary);
    if (mode !== undefined) await setMode(temporary, mode);
    await (force ? rename(temporary, path) : moveWithoutOverwriting(temporary, path));
  });
}

/** Where and how an output is written. */
interface OutputTarget {
  /** Absolute, with symlinks resolved. */
  readonly path: string;
  /**
   * An output to which bytes are written directly, and which is never replaced: the path of a named pipe or a
   * device, or an open descriptor, such as 1 for `/dev/stdout`, even if it is a file.
   */
  readonly stream: string | number | undefined;
  /** The permissions of the existing file. */
  readonly mode: number | undefined;
}

/**
 * Checks that an output can be written, without writing it.
 *
 * @throws {@link FileError} if it is a folder, if a descriptor is not open, or if the file exists and `force`
 * is false.
 */
export async function checkOutput(path: string, { force, console }: WriteOptions): Promise<OutputTarget> {
  const absolute = resolve(console.cwd, path);
  const existing = await statsOf(absolute);
  const descriptor = descriptorOf(absolute);
  if (!existing && descriptor !== undefined) throw new FileError(say('descriptor-not-open'));
  const stream = existing && streamOf(absolute, existing, descriptor);
  if (!existing || stream !== undefined) return { path: absolute, stream, mode: undefined };
  if (existing.isDirectory()) throw new FileError(say('is-a-folder'));
  if (!existing.isFile()) throw new FileError(say('not-regular'));
  if (!force) throw alreadyExists();
  return { path: await realpath(absolute), stream, mode: Number(existing.mode) & 0o777 };
}

/**
 * Checks the output of a command that works for a long time, so that a wrong one is reported first.
 *
 * @throws {@link UsageError} if it has another extension or is no name of a file, {@link FileError} as {@link
 * checkOutput}.
 */
export async function checkBeforeWork(
  output: string,
  extension: '.vmd' | '.vrma',
  options: WriteOptions,
): Promise<void> {
  if (output === STANDARD) return;
  const own = extname(output).toLowerCase();
  if (own !== extension && own !== '') {
    throw new UsageError(
      extension === '.vmd'
        ? say('writes-vmd', { extension: own })
        : say('writes-other-format', { format: 'VRMA', extension: own }),
    );
  }
  if (output === '' || /[\\/]$/.test(output)) throw new UsageError(say('no-file-name', { output }));
  await inFile(output, () => checkOutput(output, options));
}

function streamOf(
  path: string,
  existing: BigIntStats,
  descriptor: number | undefined,
): string | number | undefined {
  if (existing.isCharacterDevice() || existing.isFIFO()) return descriptor ?? path;
  return existing.isFile() || existing.isSocket() ? descriptor : undefined;
}

function alreadyExists(): FileError {
  return new FileError(say('already-exists'));
}

/**
 * Creates a folder and the folders above it. Node's own `recursive` never ends where the file system creates
 * no folders and answers ENOENT, such as in /proc.
 */
async function createFolder(folder: string): Promise<void> {
  try {
    if ((await statsOf(folder))?.isDirectory()) return;
    if (dirname(folder) !== folder) await createFolder(dirname(folder));
    await mkdir(folder);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await statsOf(folder))?.isDirectory()) return; // created a moment ago
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
    throw new FileError(say('cannot-create-folder', { folder }), { cause: error });
  }
}

/** Disks without permissions give all files the same mode and refuse to change it. */
async function setMode(path: string, mode: number): Promise<void> {
  const { mode: own } = await stat(path);
  if ((own & 0o777) !== mode) await chmod(path, mode);
}

/** A link, unlike a move, fails if the target exists, even if it was created a moment ago. */
async function moveWithoutOverwriting(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyExists();
    if (FAILS_MOVES_TOO.has(code)) throw error;
    if (await statsOf(target)) throw alreadyExists();
    await rename(temporary, target);
  }
}

/**
 * A move would fail as well. Other codes, such as EISDIR, EPERM and EACCES, come from disks that have no
 * links.
 */
const FAILS_MOVES_TOO: ReadonlySet<string> = new Set(['ENOENT', 'ENOSPC', 'EDQUOT', 'EROFS']);

/** `writeFile` of `fs/promises` does not accept descriptor numbers. */
const writeAll = promisify(writeFileWithCallback);

function writeStream(stream: string | number, data: string | Uint8Array, console: Shell): Promise<void> {
  if (stream === STDOUT) return console.write(data);
  return stream === STDERR ? writeStderr(data) : writeAll(stream, data);
}

/**
 * Node sets a pipe on stderr to non-blocking: a direct write would fail with EAGAIN as soon as the pipe is
 * full.
 */
function writeStderr(data: string | Uint8Array): Promise<void> {
  return new Promise((done, reject) => {
    process.stderr.write(data, (error) => (error ? reject(error) : done()));
  });
}
