import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** What a program that measures itself prints as JSON. */
export interface Garbage {
  readonly collections: number;
  readonly bytesPerFrame: number;
}

/**
 * Runs a program in the folder of the packed packages, with `gc()`. The least of some runs: on a busy
 * machine, code that the engine compiles late makes garbage that is not ours.
 */
export function leastGarbage(program: string, ...options: string[]): Garbage {
  const stage = inject('packedFolder');
  writeFileSync(join(stage, 'playing.mjs'), program);
  const command = ['--expose-gc', 'playing.mjs', ...options];
  let least: Garbage = { collections: Infinity, bytesPerFrame: Infinity };
  for (let run = 0; run < 4 && !isClean(least); run++) {
    const output = execFileSync(process.execPath, command, { cwd: stage, encoding: 'utf8' });
    const garbage = JSON.parse(output) as Garbage;
    if (garbage.bytesPerFrame < least.bytesPerFrame || garbage.collections === 0) least = garbage;
  }
  return least;
}

/** A number that is passed on the heap takes 16 bytes; the engine decides in each run how many are. */
export function isClean({ collections, bytesPerFrame }: Garbage): boolean {
  return collections === 0 && bytesPerFrame < 1000;
}
