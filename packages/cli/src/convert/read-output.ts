import { extname, resolve } from 'node:path';
import { descriptorOf } from '../files/descriptor-of.js';
import { STANDARD } from '../files/read-input.js';
import { statsOf } from '../files/stats-of.js';
import { inFile, UsageError } from '../problem.js';

/** What files are converted to. */
export const FORMATS = ['vmd', 'json', 'bvmd', 'pmx'] as const;
export type Format = (typeof FORMATS)[number];

/** Where things go, and what they become. */
export interface Output {
  readonly path: string;
  readonly isFolder: boolean;
  /** Undefined: each input becomes what is usual for it. */
  readonly format: Format | undefined;
}

/**
 * Is the output a folder, and if not, what does its extension say?
 *
 * @throws UsageError if nothing says the format of a file.
 */
export async function readOutput(path: string, format: Format | undefined, cwd: string): Promise<Output> {
  if (path === '') throw new UsageError('the name of OUT is empty');
  if (path === STANDARD) {
    if (format === undefined) throw new UsageError('stdout needs a --format');
    return { path, isFolder: false, format };
  }
  const absolute = resolve(cwd, path);
  const there = await inFile(path, () => statsOf(absolute));
  const extension = extname(path).slice(1).toLowerCase();
  const namesFolder =
    /[\\/]$/.test(path) || (extension === '' && !there && descriptorOf(absolute) === undefined);
  if (namesFolder || there?.isDirectory()) return { path, isFolder: true, format };
  return { path, isFolder: false, format: format ?? formatOf(extension, path) };
}

function formatOf(extension: string, path: string): Format {
  const format = FORMATS.find((known) => known === extension);
  if (format !== undefined) return format;
  if (extension === '') throw new UsageError(`${path} has no extension: say its --format`);
  const known = FORMATS.map((each) => `.${each}`).join(' ');
  throw new UsageError(`.${extension} is none of ${known}, and there is no folder ${path}`);
}
