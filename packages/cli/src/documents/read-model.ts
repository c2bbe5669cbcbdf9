import { pmdToPmx, type Pmx } from '@odori/format';
import { createRigDefinition, type RigDefinition } from '@odori/runtime/rig';
import type { Console } from '../console.js';
import { readInput } from '../files/read-input.js';
import { FileProblem, inFile } from '../problem.js';
import { parseDocument } from './parse-document.js';

/** What a motion needs of a model. */
export interface ReadModel {
  readonly definition: RigDefinition;
  /** As many as there are bones; empty where there is none. */
  readonly boneNamesEn: readonly string[];
}

/** The skeleton of a PMX or a PMD. @throws {@link FileProblem} or MmdFormatError, with the name of the file. */
export async function readModel(path: string, console: Console): Promise<ReadModel> {
  return inFile(path, async () => {
    const pmx = await readPmx(path, console);
    return { definition: createRigDefinition(pmx), boneNamesEn: pmx.bones.map(({ nameEn }) => nameEn) };
  });
}

async function readPmx(path: string, console: Console): Promise<Pmx> {
  const { document } = parseDocument(await readInput(path, console));
  if (document.format === 'pmd') return pmdToPmx(document);
  if (document.format === 'pmx') return document;
  throw new FileProblem(`is a ${document.format.toUpperCase()}, not a model`);
}
