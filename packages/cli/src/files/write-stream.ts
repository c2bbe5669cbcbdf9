import { writeFile } from 'node:fs';
import { promisify } from 'node:util';
import type { Console } from '../console.js';
import { STDERR, STDOUT } from './descriptor-of.js';

/** Of `fs/promises` it knows no numbers. */
const writeAll = promisify(writeFile);

/** Gives bytes to what takes them as they come: a path to open, or the number of what is open and goes on where it is. */
export function writeStream(
  stream: string | number,
  data: string | Uint8Array,
  console: Console,
): Promise<void> {
  if (stream === STDOUT) return console.write(data);
  return stream === STDERR ? writeStderr(data) : writeAll(stream, data);
}

/** Node has made a pipe there not wait: who writes past Node is told to come again as soon as it is full. */
function writeStderr(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stderr.write(data, (error) => (error ? reject(error) : resolve()));
  });
}
