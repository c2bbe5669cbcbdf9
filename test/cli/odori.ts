import { type Console, type ExitCode, runOdori } from '@odori/cli';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The result of a command line. */
export interface Outcome {
  readonly code: ExitCode;
  /** Stdout, as bytes and as text. */
  readonly data: Buffer;
  readonly text: string;
  /** The lines on stderr. */
  readonly messages: readonly string[];
  /** The progress lines that a terminal would have shown. */
  readonly progress: readonly (string | undefined)[];
}

/** Runs odori in this process. */
export async function odori(
  args: readonly string[],
  cwd: string,
  stdin: Uint8Array = new Uint8Array(),
  signal: AbortSignal = AbortSignal.abort(), // `view` stops at once
  language = 'en',
): Promise<Outcome> {
  const chunks: Uint8Array[] = [];
  const messages: string[] = [];
  const progress: (string | undefined)[] = [];
  const console: Console = {
    cwd,
    stdin: (async function* () {
      yield stdin.subarray(0, 7); // pipes come in pieces
      yield stdin.subarray(7);
    })(),
    write: async (data) => {
      chunks.push(Buffer.from(data as Uint8Array));
    },
    log: (line) => {
      messages.push(line);
    },
    signal,
    language,
    progress: (line) => {
      progress.push(line);
    },
  };
  const code = await runOdori(args, console);
  const data = Buffer.concat(chunks);
  return { code, data, text: data.toString(), messages, progress };
}

/** An empty folder for one test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'odori-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
