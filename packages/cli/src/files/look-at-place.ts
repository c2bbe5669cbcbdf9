import type { BigIntStats } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Console } from '../console.js';
import { FileProblem } from '../problem.js';
import { descriptorOf } from './descriptor-of.js';
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
  /**
   * Something that takes bytes as they come, so that nothing there is overwritten: the path of a named pipe or a device,
   * or the number of what is open already, such as 1 of `/dev/stdout`, be it a file.
   */
  readonly stream: string | number | undefined;
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
  const descriptor = descriptorOf(absolute);
  if (!there && descriptor !== undefined) throw new FileProblem('is not open');
  const stream = there && streamOf(absolute, there, descriptor);
  if (!there || stream !== undefined) return { path: absolute, stream, mode: undefined };
  if (there.isDirectory()) throw new FileProblem('is a folder');
  if (!there.isFile()) throw new FileProblem('is no file');
  if (!force) throw alreadyThere();
  return { path: await realpath(absolute), stream, mode: Number(there.mode) & 0o777 };
}

function streamOf(
  path: string,
  there: BigIntStats,
  descriptor: number | undefined,
): string | number | undefined {
  if (there.isCharacterDevice() || there.isFIFO()) return descriptor ?? path;
  return there.isFile() || there.isSocket() ? descriptor : undefined;
}

export function alreadyThere(): FileProblem {
  return new FileProblem('is there already; --force overwrites it');
}
