import { countText } from './number-text.js';

/** Where in a file something was found. */
export interface FilePlace {
  readonly offset: number;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Line and column in a text file, else the byte. */
export function placeText({ offset, line, column }: FilePlace): string {
  if (line === undefined || column === undefined) return `byte ${countText(offset)}`;
  return `line ${countText(line)}, column ${countText(column)}`;
}
