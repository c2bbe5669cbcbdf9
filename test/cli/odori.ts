import { type Console, type ExitCode, runOdori } from '@odori/cli';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What a command line came to. */
export interface Outcome {
  readonly code: ExitCode;
  /** Stdout. */
  readonly data: Buffer;
  readonly text: string;
  /** Stderr. */
  readonly told: readonly string[];
  /** What a terminal would have shown for a moment. */
  readonly progress: readonly (string | undefined)[];
}

/** Runs odori in this process. */
export async function odori(
  args: readonly string[],
  cwd: string,
  stdin: Uint8Array = new Uint8Array(),
): Promise<Outcome> {
  const chunks: Uint8Array[] = [];
  const told: string[] = [];
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
    tell: (line) => {
      told.push(line);
    },
    progress: (line) => {
      progress.push(line);
    },
  };
  const code = await runOdori(args, console);
  const data = Buffer.concat(chunks);
  return { code, data, text: data.toString(), told, progress };
}

/** An empty folder for one test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'odori-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
