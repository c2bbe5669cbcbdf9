import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Console } from '../console.js';
import { FileProblem } from '../problem.js';
import { statsOf } from './stats-of.js';

/** How files are written. */
export interface WriteOptions {
  /** What is there is overwritten. */
  readonly force: boolean;
  readonly console: Console;
}

/** Where a file is to go. */
export interface Place {
  /** Absolute; where links lead to. */
  readonly path: string;
  /** Something that takes bytes as they come, such as `/dev/stdout` or a named pipe: nothing there is overwritten. */
  readonly isStream: boolean;
  /** The permissions of the file that is there. */
  readonly mode: number | undefined;
}

/**
 * What is where a file is to go.
 *
 * @throws {@link FileProblem} if a file is there and `force` is false, or anything else that is no place for one.
 */
export async function lookAtPlace(path: string, { force, console }: WriteOptions): Promise<Place> {
  const absolute = resolve(console.cwd, path);
  const there = await statsOf(absolute);
  if (!there) return { path: absolute, isStream: false, mode: undefined };
  if (there.isCharacterDevice() || there.isFIFO()) return { path: absolute, isStream: true, mode: undefined };
  if (there.isDirectory()) throw new FileProblem('is a folder');
  if (!there.isFile()) throw new FileProblem('is no file');
  if (!force) throw alreadyThere();
  return { path: await realpath(absolute), isStream: false, mode: there.mode & 0o777 };
}

export function alreadyThere(): FileProblem {
  return new FileProblem('is there already; --force overwrites it');
}
