import type { HelpCode } from '../language/en/help.js';

/** An option or a command, and what it is for. */
export type HelpRow = readonly [left: string, text: HelpCode];

/**
 * What `--help` shows, without its words: ways to use a command, paragraphs, lists of options, and examples,
 * which are the same in every language.
 */
export type Help = readonly (
  | { readonly usage: string; readonly text: HelpCode }
  | { readonly text: HelpCode }
  | { readonly heading?: HelpCode; readonly rows: readonly HelpRow[] }
  | { readonly examples: readonly string[] }
)[];

/** The options of commands that read motions and write a file. */
export const WORK_ROWS: readonly HelpRow[] = [
  ['--force', 'force'],
  ['--quiet', 'quiet'],
  ['--refuse CODE,…', 'refuse'],
  ['--allow CODE,…', 'allow'],
];
