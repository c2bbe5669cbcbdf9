import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Console } from '../console.js';

/** Stdin as an input, stdout as an output. */
export const STANDARD = '-';

/** The bytes of a file, or of stdin. */
export async function readInput(path: string, console: Console): Promise<Uint8Array> {
  return path === STANDARD ? readAll(console.stdin) : readFile(resolve(console.cwd, path));
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
