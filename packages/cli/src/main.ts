#!/usr/bin/env node
import type { Console } from './console.js';
import { describeFileError, inFile } from './errors.js';
import { languageOf } from './language/choose-language.js';
import { say } from './language/message.js';
import { loadWords } from './language/words.js';
import { runOdori } from './run-odori.js';
import { cutToWidth, printable } from './text/terminal-text.js';

const { stdin, stdout, stderr } = process;

/** What shells say of a program that SIGPIPE has stopped: 128 + 13. */
const STOPPED_BY_PIPE = 141;

/** The width of a terminal that does not report one. */
const DEFAULT_COLUMNS = 80;

// An error of stdout reaches the callback of each write; an error of stderr cannot be reported anywhere.
stdout.on('error', () => undefined);
stderr.on('error', () => undefined);

/** As POSIX says; an empty variable says nothing. Windows has none of them, but its own language. */
const { LC_ALL, LC_MESSAGES, LANG } = process.env;
const language = LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale;

try {
  process.exitCode = await runOdori(process.argv.slice(2), await openConsole());
} catch (error) {
  const words = await loadWords(languageOf(language));
  log(words.tell(say('odori', { text: describeFileError(error) })));
  process.exitCode = 1;
}

async function openConsole(): Promise<Console> {
  return {
    cwd: await inFile(say('working-folder'), async () => process.cwd()),
    stdin,
    write: (data) => inFile('stdout', () => write(data)),
    log,
    language,
    ...(stderr.isTTY && { progress: showProgress }),
  };
}

function write(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(data, (error) => {
      // The reader of the pipe may close it early: `odori inspect … | head`. Not all was written, so the
      // program ends as those do that SIGPIPE stops.
      if ((error as NodeJS.ErrnoException | null)?.code === 'EPIPE') process.exit(STOPPED_BY_PIPE);
      if (error) reject(error);
      else resolve();
    });
  });
}

/** Messages may quote names from files, which can contain control characters. */
function log(line: string): void {
  stderr.write(`${printable(line)}\n`);
}

function showProgress(line: string | undefined): void {
  const width = (stderr.columns || DEFAULT_COLUMNS) - 1;
  stderr.write(`\r\u001b[K${cutToWidth(printable(line ?? ''), width)}`);
}
