#!/usr/bin/env node
import { debuglog } from 'node:util';
import type { Console } from './console.js';
import { printable } from './inspect/format-table.js';
import { cutToWidth } from './inspect/text-width.js';
import { describeProblem, inFile } from './problem.js';
import { runOdori } from './run-odori.js';

const { stdin, stdout, stderr } = process;

/** Of terminals that do not say how wide they are. */
const USUAL_COLUMNS = 80;

// What stdout cannot take, each write tells; what stderr cannot take, nobody is left to tell.
stdout.on('error', () => undefined);
stderr.on('error', () => undefined);

try {
  process.exitCode = await runOdori(process.argv.slice(2), await openConsole());
} catch (error) {
  debuglog('odori')('%o', error); // the stack, for us: NODE_DEBUG=odori
  const problem = describeProblem(error);
  tell(`odori: ${problem ?? `a fault of odori itself, please report it: ${String(error)}`}`);
  process.exitCode = 1;
}

async function openConsole(): Promise<Console> {
  return {
    cwd: await inFile('the folder you are in', async () => process.cwd()),
    stdin,
    write: (data) => inFile('stdout', () => write(data)),
    tell,
    ...(stderr.isTTY && { progress: showProgress }),
  };
}

function write(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(data, (error) => {
      // Whoever reads our data may have seen enough: `odori inspect … | head`.
      if ((error as NodeJS.ErrnoException | null)?.code === 'EPIPE') process.exit(0);
      if (error) reject(error);
      else resolve();
    });
  });
}

/** Names out of files may hold anything. */
function tell(line: string): void {
  stderr.write(`${printable(line)}\n`);
}

function showProgress(line: string | undefined): void {
  const width = (stderr.columns || USUAL_COLUMNS) - 1;
  stderr.write(`\r\u001b[K${cutToWidth(printable(line ?? ''), width)}`);
}
