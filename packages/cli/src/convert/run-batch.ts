import type { FormatWarning } from '@odori/format';
import type { Console } from '../console.js';
import { describeProblem, isUsual } from '../problem.js';
import type { ExitCode } from '../run-odori.js';

/** Options of {@link runBatch}. */
export interface BatchOptions {
  readonly console: Console;
  /** Tells of problems only. */
  readonly quiet: boolean;
  /** A warning is a reason for exit code 1. */
  readonly strict: boolean;
}

/** Fewer are done before anybody wonders. */
const WORTH_PROGRESS = 5;

/**
 * Does one thing to many files: what is wrong with one does not stop the others. Tells which failed, and how many.
 *
 * Errors that no file can cause go through.
 */
export async function runBatch(
  inputs: readonly string[],
  { console, quiet, strict }: BatchOptions,
  work: (input: string, warn: (warning: FormatWarning) => void) => Promise<void>,
): Promise<ExitCode> {
  const failed: string[] = [];
  let warnings = 0;
  const tell = (line: string): void => {
    console.progress?.(undefined);
    console.tell(line);
  };
  for (const [i, input] of inputs.entries()) {
    if (inputs.length >= WORTH_PROGRESS && !quiet)
      console.progress?.(`${i + 1} of ${inputs.length}: ${input}`);
    const warn = (warning: FormatWarning): void => {
      if (isUsual(warning)) return;
      warnings++;
      if (!quiet) tell(`odori: ${input}: warning: ${warning.message}`);
    };
    try {
      await work(input, warn);
    } catch (error) {
      const problem = describeProblem(error);
      if (problem === undefined) throw error;
      failed.push(input);
      tell(`odori: ${input}: ${problem}`);
    }
  }
  console.progress?.(undefined);
  if (inputs.length > 1 && (failed.length > 0 || !quiet)) tell(summary(inputs.length, failed));
  return failed.length > 0 || (strict && warnings > 0) ? 1 : 0;
}

function summary(count: number, failed: readonly string[]): string {
  const done = `odori: ${count - failed.length} of ${count} converted`;
  return failed.length === 0 ? done : `${done}; failed: ${failed.join(', ')}`;
}
