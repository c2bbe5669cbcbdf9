import { visibleText } from '../../../home/src/visible-text.js';
import { problemText } from '../player/problem-text.js';

/** Which file, and what is wrong with it. */
export function namedProblem(path: string, error: unknown): string {
  return `${visibleText(fileName(path))}: ${problemText(error)}`;
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
