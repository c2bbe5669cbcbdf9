import { pmdToPmx, type Pmx } from '@odori/format';
import { createRigDefinition, type RigDefinition } from '@odori/runtime/rig';
import type { Shell } from '../shell.js';
import { FileError, inFile } from '../errors.js';
import { readInput } from '../files/inputs.js';
import { formatName } from './descriptions.js';
import { parseDocument } from './parse-document.js';
import type { Refusal } from './refusal.js';
import { about, say } from '../language/message.js';

/** A model, its skeleton, and the English names of its bones. */
export interface Model {
  readonly pmx: Pmx;
  readonly definition: RigDefinition;
  /** One for each bone; empty if a bone has none. */
  readonly boneNamesEn: readonly string[];
}

/**
 * Reads a PMX or PMD file, and its skeleton.
 *
 * @throws {@link FileError} with the name of the file, also if `refusal` refuses it.
 */
export async function readModel(path: string, console: Shell, refusal: Refusal): Promise<Model> {
  return inFile(path, async () => {
    const pmx = await readPmx(path, console, refusal);
    return { pmx, definition: createRigDefinition(pmx), boneNamesEn: pmx.bones.map(({ nameEn }) => nameEn) };
  });
}

async function readPmx(path: string, console: Shell, refusal: Refusal): Promise<Pmx> {
  const { document } = parseDocument(await readInput(path, console));
  refusal.check(document.warnings);
  if (document.format === 'pmd') return pmdToPmx(document);
  if (document.format === 'pmx') return document;
  throw new FileError(say('not-a-model', { format: formatName(document.format) }));
}

/**
 * The indices of the bones in a list of Japanese or English names, separated by commas; without a list, of
 * all bones.
 *
 * @throws {@link FileError} if the model does not have one of them.
 */
export function chooseBones(model: Model, names: string | undefined, file: string): number[] {
  if (names === undefined) return model.definition.boneNames.map((_, bone) => bone);
  return names.split(',').map((name) => {
    const bone = findBone(model, name.trim());
    if (bone < 0) throw new FileError(about(file, say('no-such-bone', { name: name.trim() })));
    return bone;
  });
}

/** Motions use Japanese names, so these take precedence. */
function findBone({ definition, boneNamesEn }: Model, name: string): number {
  const bone = definition.boneNames.indexOf(name);
  return bone >= 0 || name === '' ? bone : boneNamesEn.indexOf(name);
}
