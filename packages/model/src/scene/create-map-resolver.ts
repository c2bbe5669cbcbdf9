import { foldName } from '../files/fold-name.js';
import { createMapSource } from '../files/map-source.js';
import { pathNames } from './path-names.js';
import type { ModelFile } from './resolve-model.js';

interface Candidate {
  readonly path: string;
  readonly file: Blob;
  /** Folded, the file's own last. */
  readonly names: readonly string[];
}

/**
 * Finds the models of a project among files at hand: a dropped folder, an unpacked zip.
 *
 * The file whose path has the longest end in common with the project's is taken, whatever its case and width; its own
 * name has to agree. Of several the one that lies the shallowest. Textures come from beside it. A project's song is found
 * by it as well. O(files) to make.
 *
 * @example
 * const resolve = createMapResolver(await readDroppedFiles(event.dataTransfer));
 * resolve('C:\\MMD\\UserFile\\Model\\Miku.pmd'); // → 'show/model/miku.PMD' before 'show/old/miku.pmd'
 */
export function createMapResolver(files: ReadonlyMap<string, Blob>): (path: string) => ModelFile | undefined {
  const byName = new Map<string, Candidate[]>();
  for (const [path, file] of files) {
    const names = foldedNames(path);
    const namesakes = byName.get(names.at(-1) ?? '');
    if (namesakes) namesakes.push({ path, file, names });
    else byName.set(names.at(-1) ?? '', [{ path, file, names }]);
  }
  return (path) => {
    const wanted = foldedNames(path);
    const candidates = [...(byName.get(wanted.at(-1) ?? '') ?? [])];
    candidates.sort(
      (a, b) =>
        commonNames(b.names, wanted) - commonNames(a.names, wanted) || a.names.length - b.names.length,
    );
    const found = candidates.at(0);
    return found && { file: found.file, files: createMapSource(files, found.path) };
  };
}

function foldedNames(path: string): string[] {
  return pathNames(path).map((name) => foldName(name));
}

/** How many names at the ends of two paths agree. */
function commonNames(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}
