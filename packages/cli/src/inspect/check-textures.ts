import { isScreenPath, splitPath, trimPath } from '@odori/format/internal';
import { DiskFolder } from '../files/disk-folder.js';

/** What is wrong with the path of a texture. */
export interface TextureProblem {
  /** As the model spells it. */
  readonly path: string;
  readonly problem: string;
}

/**
 * The textures of a model that are missing beside it, or whose paths work on the author's computer alone: in
 * another case, out of the model's folder, of a disk. `folder` is absolute, and so is `root`, the folder that
 * textures may be in. O(textures + files of their folders).
 */
export async function checkTextures(
  textures: readonly string[],
  folder: string,
  root?: string,
): Promise<TextureProblem[]> {
  const disk = new DiskFolder(folder, root);
  const problems: TextureProblem[] = [];
  for (const path of new Set(textures)) {
    if (path === '') continue;
    const isOutside = !disk.reaches(path);
    const outside = root === undefined ? 'the folder around the model’s' : 'the folder of --root';
    const problem = isOutside
      ? `leads out of ${outside}, and is not opened`
      : problemOf(path, await disk.spellingOf(path));
    if (problem !== undefined) problems.push({ path, problem });
  }
  return problems;
}

/** `found`: the path as the disk spells it. */
function problemOf(path: string, found: string | undefined): string | undefined {
  const split = splitPath(path);
  if (found === undefined && isScreenPath(path)) return undefined;
  if (found === undefined) {
    if (path.includes('\ufffd')) return 'is missing, and its encoding has lost characters';
    if (!split) return 'is missing, and no path relative to the model';
    return 'is missing';
  }
  if (!split) return `is no path relative to the model; ${found} is taken`;
  if (trimPath(path) !== path)
    return `ends in spaces, dots or a NUL, which only Windows drops; ${found} is taken`;
  const spelled = '../'.repeat(split.up) + split.names.join('/');
  if (spelled !== found)
    return `is spelled ${found} on the disk: servers tell upper and lower case, full and half width apart`;
  return split.up > 0 ? `leads out of the model’s folder: publish ${found} with it` : undefined;
}
