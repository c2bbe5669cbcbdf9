import type { LanguageCode } from '@odori/runtime/internal/catalog';
import type { Console } from './console.js';
import { type Message, say } from './language/message.js';
import type { Words } from './language/words.js';

/** The console, as commands use it: it says messages in the language of the user. */
export interface Shell {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal | undefined;
  readonly language: LanguageCode;
  /** Does it show progress? Otherwise stderr is not a terminal. */
  readonly showsProgress: boolean;
  /** How often it has warned, also while it is quiet. */
  readonly warningCount: number;
  /** Writes data to stdout. */
  write(data: string | Uint8Array): Promise<void>;
  /** A message in the language of the user, for stdout and pages. */
  text(message: Message): string;
  /** Says something on stderr, after the name of the program. */
  tell(message: Message): void;
  /** Warns of something in a file. */
  warn(file: string, text: Message): void;
  /** Writes a line to stderr, as it is. */
  log(line: Message): void;
  /** Shows a line that the next one replaces; undefined removes it. */
  progress(line: Message | undefined): void;
  /** The same console; a quiet one only reads and writes. */
  quieted(isQuiet: boolean | undefined): Shell;
}

/** The console of the one who runs odori. */
export class ConsoleShell implements Shell {
  readonly #console: Console;
  readonly #words: Words;
  readonly #isQuiet: boolean;
  #warningCount = 0;

  constructor(console: Console, words: Words, isQuiet = false) {
    this.#console = console;
    this.#words = words;
    this.#isQuiet = isQuiet;
  }

  get cwd(): string {
    return this.#console.cwd;
  }

  get stdin(): AsyncIterable<Uint8Array> {
    return this.#console.stdin;
  }

  get signal(): AbortSignal | undefined {
    return this.#console.signal;
  }

  get language(): LanguageCode {
    return this.#words.language;
  }

  get showsProgress(): boolean {
    return this.#console.progress !== undefined;
  }

  get warningCount(): number {
    return this.#warningCount;
  }

  write(data: string | Uint8Array): Promise<void> {
    return this.#console.write(data);
  }

  text(message: Message): string {
    return this.#words.tell(message);
  }

  tell(message: Message): void {
    this.log(say('odori', { text: message }));
  }

  warn(file: string, text: Message): void {
    this.#warningCount++;
    this.tell(say('warning', { file, text }));
  }

  log(line: Message): void {
    if (this.#isQuiet) return;
    this.#console.progress?.(undefined);
    this.#console.log(this.text(line));
  }

  progress(line: Message | undefined): void {
    if (!this.#isQuiet) this.#console.progress?.(line === undefined ? undefined : this.text(line));
  }

  quieted(isQuiet: boolean | undefined): Shell {
    return isQuiet ? new ConsoleShell(this.#console, this.#words, true) : this;
  }
}
