import type { Console } from './console.js';
import type { ExitCode } from './run-odori.js';

/** One of odori's commands. */
export interface Command {
  /** What `--help` prints, with examples. */
  readonly help: string;
  run(args: readonly string[], console: Console): Promise<ExitCode>;
}
