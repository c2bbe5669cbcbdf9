#!/usr/bin/env node
import type { Console } from './console.js';
import { cutToWidth } from './inspect/text-width.js';
import { runOdori } from './run-odori.js';

const { stdin, stdout, stderr } = process;

/** Of terminals that do not say how wide they are. */
const USUAL_COLUMNS = 80;

// Whoever reads our data may have seen enough: `odori inspect … | head`.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const console: Console = {
  cwd: process.cwd(),
  stdin,
  write: (data) =>
    new Promise((resolve, reject) => {
      stdout.write(data, (error) => (error ? reject(error) : resolve()));
    }),
  tell: (line) => {
    stderr.write(`${line}\n`);
  },
  ...(stderr.isTTY && {
    progress: (line: string | undefined) => {
      stderr.write(`\r\u001b[K${cutToWidth(line ?? '', (stderr.columns || USUAL_COLUMNS) - 1)}`);
    },
  }),
};

process.exitCode = await runOdori(process.argv.slice(2), console);
