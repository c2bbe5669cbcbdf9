import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Runs a command with the arguments that `usage` names. An error is one line, such as: bone keys need 222
 * bytes, 64 left
 */
export async function runCommand(
  usage: string,
  command: (...args: string[]) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  try {
    if (args.length !== usage.split(' ').length) throw new Error(`Expected: ${usage}`);
    await command(...args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Writes a file, and its folder if there is none yet. */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  console.log(`Wrote ${path}`);
}
