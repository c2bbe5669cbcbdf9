/**
 * 0: success. 1: a file could not be read or written, or was refused. 2: wrong usage. 3: no browser to draw
 * with.
 */
export type ExitCode = 0 | 1 | 2 | 3;

/** The input and output of a command. */
export interface Console {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Writes data to stdout. */
  write(data: string | Uint8Array): Promise<void>;
  /** Writes a message for people, one line, to stderr. */
  log(line: string): void;
  /** Shows a line that the next one replaces; undefined removes it. Absent if stderr is not a terminal. */
  readonly progress?: (line: string | undefined) => void;
  /** Stops a command that runs until then, such as `view`. Without it, Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/** One of odori's commands. */
export interface Command {
  /** The text of `--help`, with examples. */
  readonly help: string;
  run(args: readonly string[], console: Console): Promise<ExitCode>;
}
