import type { FormatWarning } from '@odori/format';
import { describeFormat } from '@odori/format/internal';
import { Motion } from '@odori/runtime/motion';
import type { Console } from '../command.js';
import { FileError, inFile } from '../errors.js';
import { expandInputs, readInput } from '../files/inputs.js';
import { describeWarning, isExpectedWarning } from './descriptions.js';
import { extractMotions } from './extract-motions.js';
import { parseDocument } from './parse-document.js';
import type { Refusal } from './refusal.js';

/** The motion of one or several files, and the model name in the first of them. */
interface ReadMotion {
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
  console: Console,
  refusal: Refusal,
  log: (line: string) => void,
): Promise<ReadMotion> {
  const documents = [];
  for (const path of await expandInputs(inputs, console.cwd)) {
    const warn = (warning: FormatWarning): void => {
      if (!isExpectedWarning(warning)) log(`odori: ${path}: warning: ${warning.message}`);
    };
    const read = await inFile(path, async () => {
      const { document } = parseDocument(await readInput(path, console));
      if (document.format === 'pmm')
        throw new FileError(
          `this is ${describeFormat('pmm')}: extract its motions first, with odori convert`,
        );
      refusal.check(document.warnings);
      for (const warning of document.warnings) warn({ ...warning, message: describeWarning(warning) });
      // A BVMD as it is: as a VMD, it would lose fractions of angles of view, and the ends of cut names.
      return document.format === 'bvmd' ? document : extractMotions(document, undefined, warn)[0].vmd;
    });
    documents.push(read);
  }
  const [first] = documents;
  return { motion: Motion.from(...documents), modelName: 'modelName' in first ? first.modelName.text : '' };
}
