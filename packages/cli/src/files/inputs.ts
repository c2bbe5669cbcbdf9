import { readFile } from 'node:fs/promises';
import { dirname, join, parse, resolve, sep } from 'node:path';
import type { Shell } from '../shell.js';
import { FileError, UsageError } from '../errors.js';
import { expandGlob, GLOB } from './expand-glob.js';
import { statsIfReadable } from './paths.js';
import { say } from '../language/message.js';

/** Names stdin as an input and stdout as an output. */
export const STANDARD = '-';

/** Streams that have been read to their end. */
const drained = new WeakSet();

/**
 * The bytes of a file, or of stdin.
 *
 * @throws {@link UsageError} if stdin has been read before, {@link FileError} for a folder.
 */
export async function readInput(path: string, console: Shell): Promise<Uint8Array> {
  if (path === STANDARD) return readAll(console.stdin);
  const absolute = resolve(console.cwd, path);
  if ((await statsIfReadable(absolute))?.isDirectory())
    throw new FileError(say('is-a-folder-use-glob', { glob: join(path, '*') }));
  return readFile(absolute);
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (drained.has(stream)) throw new UsageError(say('stdin-read-once'));
  drained.add(stream);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Expands the globs `*`, `?` and `**` (any folders) among the inputs, for shells that do not.
 *
 * A name that exists as it is written is not a glob. A glob without a match stays, and reading it reports the
 * error. The result is sorted within each glob and has each file once.
 *
 * @throws {@link UsageError} if an input is empty.
 * @example
 * await expandInputs(['dances/*.vmd'], cwd); // → ['dances/a.vmd', 'dances/b.vmd']
 */
export async function expandInputs(inputs: readonly string[], cwd: string): Promise<string[]> {
  const found = new Map<string, string>();
  for (const input of inputs) {
    if (input === '') throw new UsageError(say('empty-input'));
    for (const path of await expand(input, cwd)) {
      const location = path === STANDARD ? STANDARD : resolve(cwd, path);
      if (!found.has(location)) found.set(location, path);
    }
  }
  return [...found.values()];
}

/**
 * The deepest folder that holds all inputs, absolute. For a glob, that is the part before its first wildcard,
 * whatever it matches. Undefined if there is none, such as on two drives of Windows.
 *
 * @example
 * await sharedFolder(['dances/**\/*.vmd'], '/home/miku'); // → '/home/miku/dances'
 */
export async function sharedFolder(inputs: readonly string[], cwd: string): Promise<string | undefined> {
  const named = inputs.filter((input) => input !== STANDARD);
  const folders = await Promise.all(named.map((input) => folderOf(input, cwd)));
  if (folders.length === 0) return undefined;
  const [first, ...others] = folders.map((folder) => folder.split(sep));
  const count = first.findIndex((part, i) => others.some((other) => other[i] !== part));
  if (count === 0) return undefined;
  const shared = count < 0 ? first : first.slice(0, count);
  return shared.join(sep) || parse(folders[0]).root;
}

async function folderOf(input: string, cwd: string): Promise<string> {
  if (!GLOB.test(input) || (await statsIfReadable(resolve(cwd, input)))) return dirname(resolve(cwd, input));
  const fixed = input.slice(0, input.search(GLOB));
  return dirname(resolve(cwd, `${fixed}x`)); // x: the name that the wildcard begins, or is a part of
}

async function expand(input: string, cwd: string): Promise<string[]> {
  if (!GLOB.test(input) || (await statsIfReadable(resolve(cwd, input)))) return [input];
  const files = await expandGlob(input, cwd);
  return files.length > 0 ? files : [input];
}
