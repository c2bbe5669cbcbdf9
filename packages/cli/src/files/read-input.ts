import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Console } from '../console.js';
import { UsageError } from '../problem.js';

/** Stdin as an input, stdout as an output. */
export const STANDARD = '-';

/** What has been read to its end. */
const drained = new WeakSet();

/**
 * The bytes of a file, or of stdin.
 *
 * @throws {@link UsageError} if stdin has been read before: there is nothing left of it.
 */
export async function readInput(path: string, console: Console): Promise<Uint8Array> {
  return path === STANDARD ? readAll(console.stdin) : readFile(resolve(console.cwd, path));
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (drained.has(stream)) throw new UsageError('- is stdin, which can be read only once');
  drained.add(stream);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
