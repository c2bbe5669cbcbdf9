import { Motion } from '@odori/runtime/motion';
import type { Shell } from '../shell.js';
import { FileError, inFile } from '../errors.js';
import { expandInputs, readInput } from '../files/inputs.js';
import { describeWarning, formatName, isExpectedWarning, type Warn } from './descriptions.js';
import { extractMotions } from './extract-motions.js';
import { parseDocument } from './parse-document.js';
import type { Refusal } from './refusal.js';
import { say } from '../language/message.js';

/** The motion of one or several files, and the model name in the first of them. */
export interface ReadMotion {
  readonly motion: Motion;
  readonly modelName: string;
}

/**
 * Reads files, given by names or globs, and merges them into one motion: dance, face and lips are often
 * separate files. If two files have a keyframe for the same bone and frame, the later file wins.
 *
 * @throws {@link FileError} with the name of the file, also if `refusal` refuses it.
 */
export async function readMotion(
  inputs: readonly string[],
  console: Shell,
  refusal: Refusal,
): Promise<ReadMotion> {
  const documents = [];
  for (const path of await expandInputs(inputs, console.cwd)) {
    const warn: Warn = (warning) => {
      if (!isExpectedWarning(warning)) console.warn(path, warning.text);
    };
    const read = await inFile(path, async () => {
      const { document } = parseDocument(await readInput(path, console));
      if (document.format === 'pmm') throw new FileError(say('extract-first', { format: formatName('pmm') }));
      refusal.check(document.warnings);
      for (const warning of document.warnings) warn(describeWarning(warning));
      // A BVMD as it is: as a VMD, it would lose fractions of angles of view, and the ends of cut names.
      return document.format === 'bvmd' ? document : extractMotions(document, undefined, warn)[0].vmd;
    });
    documents.push(read);
  }
  const [first] = documents;
  return { motion: Motion.from(...documents), modelName: 'modelName' in first ? first.modelName.text : '' };
}
