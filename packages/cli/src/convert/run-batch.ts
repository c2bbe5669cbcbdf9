import type { FormatWarning } from '@odori/format';
import type { Console, ExitCode } from '../command.js';
import { isExpectedWarning } from '../documents/descriptions.js';
import { describeFileError } from '../errors.js';

/** Options of {@link runBatch}. */
interface BatchOptions {
  readonly console: Console;
  /** Prints errors only. */
  readonly quiet: boolean;
  /** A warning causes exit code 1. */
  readonly strict: boolean;
}

/** Fewer files are converted too fast for a progress line. */
const MIN_FOR_PROGRESS = 5;

/**
 * Runs `work` for each file. A bad file does not stop the others, whatever its error is. Prints how many
 * files failed, and their names.
 *
 * @throws UsageError
 */
export async function runBatch(
  inputs: readonly string[],
  { console, quiet, strict }: BatchOptions,
  work: (input: string, warn: (warning: FormatWarning) => void) => Promise<void>,
): Promise<ExitCode> {
  const failed: string[] = [];
  let warnings = 0;
  const log = (line: string): void => {
    console.progress?.(undefined);
    console.log(line);
  };
  for (const [i, input] of inputs.entries()) {
    if (inputs.length >= MIN_FOR_PROGRESS && !quiet)
      console.progress?.(`${i + 1} of ${inputs.length}: ${input}`);
    const warn = (warning: FormatWarning): void => {
      if (isExpectedWarning(warning)) return;
      warnings++;
      if (!quiet) log(`odori: ${input}: warning: ${warning.message}`);
    };
    try {
      await work(input, warn);
    } catch (error) {
      const message = describeFileError(error);
      failed.push(input);
      log(`odori: ${input}: ${message}`);
    }
  }
  console.progress?.(undefined);
  if (inputs.length > 1 && (failed.length > 0 || !quiet)) log(summary(inputs.length, failed));
  return failed.length > 0 || (strict && warnings > 0) ? 1 : 0;
}

function summary(count: number, failed: readonly string[]): string {
  const done = `odori: ${count - failed.length} of ${count} converted`;
  return failed.length === 0 ? done : `${done}; failed: ${failed.join(', ')}`;
}
