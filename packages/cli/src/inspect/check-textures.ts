import { isScreenPath, splitPath, trimPath } from '@odori/format/internal';
import { DiskFolder } from '../files/disk-folder.js';

/** What `odori lint` says of the path of a texture. */
export type TextureWarningCode =
  | 'absolute-texture'
  | 'misspelled-texture'
  | 'missing-texture'
  | 'outside-texture'
  | 'padded-texture'
  | 'unopened-texture';

/** All of them. */
export const TEXTURE_CODES: readonly TextureWarningCode[] = [
  'absolute-texture',
  'misspelled-texture',
  'missing-texture',
  'outside-texture',
  'padded-texture',
  'unopened-texture',
];

/** What is wrong with the path of a texture. */
export interface TextureProblem {
  readonly code: TextureWarningCode;
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
    const outside = root === undefined ? 'the folder around the model’s' : 'the folder of --root';
    const found: Problem | undefined = disk.reaches(path)
      ? problemOf(path, await disk.spellingOf(path))
      : ['unopened-texture', `leads out of ${outside}, and is not opened`];
    if (!found) continue;
    const [code, problem] = found;
    problems.push({ code, path, problem });
  }
  return problems;
}

type Problem = readonly [code: TextureWarningCode, problem: string];

/** `found`: the path as the disk spells it. */
function problemOf(path: string, found: string | undefined): Problem | undefined {
  const split = splitPath(path);
  if (found === undefined && isScreenPath(path)) return undefined;
  if (found === undefined) return ['missing-texture', `is missing${whyMissing(path)}`];
  if (!split) return ['absolute-texture', `is no path relative to the model; ${found} is taken`];
  if (trimPath(path) !== path)
    return ['padded-texture', `ends in spaces, dots or a NUL, which only Windows drops; ${found} is taken`];
  const spelled = '../'.repeat(split.up) + split.names.join('/');
  if (spelled !== found)
    return [
      'misspelled-texture',
      `is spelled ${found} on the disk: servers tell upper and lower case, full and half width apart`,
    ];
  if (split.up === 0) return undefined;
  return ['outside-texture', `leads out of the model’s folder: publish ${found} with it`];
}

function whyMissing(path: string): string {
  if (path.includes('\ufffd')) return ', and its encoding has lost characters';
  return splitPath(path) ? '' : ', and no path relative to the model';
}
