import { isScreenPath, splitPath, trimPath } from '@odori/format/internal';
import { DiskFolder } from '../files/disk-folder.js';
import { type Message, say } from '../language/message.js';

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
  readonly problem: Message;
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
    const found: Problem | undefined = disk.reaches(path)
      ? problemOf(path, await disk.spellingOf(path))
      : ['unopened-texture', say(root === undefined ? 'texture-outside' : 'texture-outside-root')];
    if (!found) continue;
    const [code, problem] = found;
    problems.push({ code, path, problem });
  }
  return problems;
}

type Problem = readonly [code: TextureWarningCode, problem: Message];

/** `found`: the path as the disk spells it. */
function problemOf(path: string, found: string | undefined): Problem | undefined {
  const split = splitPath(path);
  if (found === undefined && isScreenPath(path)) return undefined;
  if (found === undefined) return ['missing-texture', whyMissing(path)];
  if (!split) return ['absolute-texture', say('texture-absolute', { found })];
  if (trimPath(path) !== path) return ['padded-texture', say('texture-padded', { found })];
  const spelled = '../'.repeat(split.up) + split.names.join('/');
  if (spelled !== found) return ['misspelled-texture', say('texture-misspelled', { found })];
  if (split.up === 0) return undefined;
  return ['outside-texture', say('texture-out-of-folder', { found })];
}

function whyMissing(path: string): Message {
  if (path.includes('\ufffd')) return say('texture-missing-decoded');
  return say(splitPath(path) ? 'texture-missing' : 'texture-missing-absolute');
}
