import { MmdFormatError } from '@odori/format';
import { codeMeanings } from '../../../home/src/code-meanings.js';
import { visibleText } from '../../../home/src/visible-text.js';

/** What went wrong, for somebody who dropped a file. */
export function problemText(error: unknown): string {
  if (error instanceof MmdFormatError) return `${codeMeanings[error.code]} ${visibleText(error.message)}`;
  return visibleText(error instanceof Error ? error.message : String(error));
}
