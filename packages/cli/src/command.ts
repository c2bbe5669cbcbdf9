import type { Help } from './help/help.js';
import type { Shell } from './shell.js';

/**
 * 0: success. 1: a file could not be read or written, or was refused. 2: wrong usage. 3: no browser to draw
 * with.
 */
export type ExitCode = 0 | 1 | 2 | 3;

/** One of odori's commands. */
export interface Command {
  /** What `--help` shows. */
  readonly help: Help;
  run(args: readonly string[], console: Shell): Promise<ExitCode>;
}
