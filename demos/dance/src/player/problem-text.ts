import { MmdFormatError } from '@odori/format';
import { FilesError } from '@odori/model';
import { codeMeanings } from '../../../home/src/code-meanings.js';
import { visibleText } from '../../../home/src/visible-text.js';

/** A problem with a dropped file, as text for people. */
export function problemText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  for (const problem of [error, cause]) {
    if (problem instanceof MmdFormatError) {
      return `${codeMeanings[problem.code]} ${visibleText(problem.message)}`;
    }
    if (problem instanceof FilesError) return visibleText(problem.message);
  }
  return visibleText(error instanceof Error ? error.message : String(error));
}
