/** What a command reads from and writes to. Data goes out, words to people go to `tell`. */
export interface Console {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Data, to stdout. */
  write(data: string | Uint8Array): Promise<void>;
  /** A line for people, to stderr. */
  tell(line: string): void;
  /** A line that the next one replaces; undefined takes it away. Absent where nobody watches. */
  readonly progress?: (line: string | undefined) => void;
}
