import type { FormatWarning } from '@odori/format';
import { Motion } from '@odori/runtime/motion';
import type { Console } from '../console.js';
import { takeMotions } from '../convert/take-motions.js';
import { expandInputs } from '../files/expand-inputs.js';
import { readInput } from '../files/read-input.js';
import { FileProblem, inFile, isUsual } from '../problem.js';
import { describeWarning } from './describe-warning.js';
import { parseDocument } from './parse-document.js';

/** A motion of one or several files, and the name of the model that the first of them is for. */
export interface ReadMotion {
  readonly motion: Motion;
  readonly modelName: string;
}

/**
 * Reads files, globs among them, as one motion: dance, face and lips often come apart. Of a key in two of them, the
 * later one's counts.
 *
 * @throws {@link FileProblem} or MmdFormatError, with the name of the file.
 */
export async function readMotion(
  inputs: readonly string[],
  console: Console,
  tell: (line: string) => void,
): Promise<ReadMotion> {
  const vmds = [];
  for (const path of await expandInputs(inputs, console.cwd)) {
    const warn = (warning: FormatWarning): void => {
      if (!isUsual(warning)) tell(`odori: ${path}: warning: ${warning.message}`);
    };
    const vmd = await inFile(path, async () => {
      const { document } = parseDocument(await readInput(path, console));
      if (document.format === 'pmm') throw new FileProblem('is a project: convert it into motions first');
      for (const warning of document.warnings) warn({ ...warning, message: describeWarning(warning) });
      return takeMotions(document, undefined, warn)[0].vmd;
    });
    vmds.push(vmd);
  }
  return { motion: Motion.from(...vmds), modelName: vmds[0].modelName.text };
}
