import { pmdToPmx } from '@odori/format';
import { createRigDefinition, type RigDefinition } from '@odori/runtime/rig';
import type { Console } from '../console.js';
import { readInput } from '../files/read-input.js';
import { FileProblem, inFile } from '../problem.js';
import { parseDocument } from './parse-document.js';

/** The skeleton of a PMX or a PMD. @throws {@link FileProblem} or MmdFormatError, with the name of the file. */
export async function readRigDefinition(path: string, console: Console): Promise<RigDefinition> {
  return inFile(path, async () => {
    const { document } = parseDocument(await readInput(path, console));
    if (document.format === 'pmd') return createRigDefinition(pmdToPmx(document));
    if (document.format === 'pmx') return createRigDefinition(document);
    throw new FileProblem(`is a ${document.format.toUpperCase()}, not a model`);
  });
}
