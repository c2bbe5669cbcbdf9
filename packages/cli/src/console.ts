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
  /** The language of messages, such as `ja` or `ja_JP.UTF-8`; `--lang` comes first. English without it. */
  readonly language?: string;
}
