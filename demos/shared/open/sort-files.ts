import { findModels } from '@odori/model';
import { problemText } from '../problem-text.js';
import { type FileKind, fileKind } from './file-kind.js';
import { unpackZips } from './unpack-zips.js';

/** Files by path. */
export type Files = ReadonlyMap<string, Blob>;

/** Gets the files that the user has dropped or chosen. To be called before anything is awaited. */
export type GetFiles = () => Files | Promise<Files>;

/** Opened files, by what they are for. */
export interface SortedFiles {
  /** All files; a folder instead of each zip. */
  readonly files: Files;
  /** The paths of each kind, in the order of the files; models in the order of `findModels`. */
  readonly paths: Readonly<Record<FileKind, readonly string[]>>;
  /** A sentence for each zip that could not be unpacked. */
  readonly problems: readonly string[];
}

/**
 * Gets the files that the user has dropped or chosen, unpacks the zips among them and sorts them by kind.
 * Never rejects.
 *
 * All pages open files in this way, so a file is the same thing on each of them.
 */
export async function sortFiles(getFiles: GetFiles): Promise<SortedFiles> {
  const problems: string[] = [];
  let files: Files = new Map();
  const paths: Record<FileKind, string[]> = {
    model: [],
    avatar: [],
    motion: [],
    animation: [],
    pose: [],
    project: [],
    song: [],
    companion: [],
    other: [],
  };
  try {
    files = await unpackZips(await getFiles(), problems);
    for (const [path, file] of files) paths[await fileKind(path, file)].push(path);
    paths.model = byLikelihood(files, paths.model);
  } catch (error) {
    problems.push(problemText(error));
  }
  return { files, paths, problems };
}

/**
 * Models in the order of `findModels`, which goes by names, and then those whose names do not say what they
 * are.
 */
function byLikelihood(files: Files, models: readonly string[]): string[] {
  const found = findModels(files).filter((path) => models.includes(path));
  return [...found, ...models.filter((path) => !found.includes(path))];
}
