import type { ReadModel } from '../documents/read-model.js';
import { FileProblem } from '../problem.js';

/**
 * The bones that a list of names means, Japanese or English, with commas between; all of them without a list.
 *
 * @throws {@link FileProblem} if one is not there.
 */
export function chooseBones(model: ReadModel, names: string | undefined, file: string): number[] {
  if (names === undefined) return model.definition.boneNames.map((_, bone) => bone);
  return names.split(',').map((name) => {
    const bone = findBone(model, name.trim());
    if (bone < 0) throw new FileProblem(`${file}: has no bone "${name.trim()}", in Japanese or English`);
    return bone;
  });
}

/** Japanese names are what motions go by: they come first. */
function findBone({ definition, boneNamesEn }: ReadModel, name: string): number {
  const bone = definition.boneNames.indexOf(name);
  return bone >= 0 || name === '' ? bone : boneNamesEn.indexOf(name);
}
