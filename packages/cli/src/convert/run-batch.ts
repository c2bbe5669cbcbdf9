import type { ExitCode } from '../command.js';
import type { Shell } from '../shell.js';
import { isExpectedWarning, type Warn } from '../documents/descriptions.js';
import { describeFileError } from '../errors.js';
import { about, type Message, say } from '../language/message.js';

/** Options of {@link runBatch}. */
interface BatchOptions {
  readonly console: Shell;
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
  work: (input: string, warn: Warn) => Promise<void>,
): Promise<ExitCode> {
  const failed: string[] = [];
  const shell = console.quieted(quiet);
  for (const [i, input] of inputs.entries()) {
    if (inputs.length >= MIN_FOR_PROGRESS)
      shell.progress(say('one-of-several', { done: i + 1, total: inputs.length, file: input }));
    const warn: Warn = (warning) => {
      if (!isExpectedWarning(warning)) shell.warn(input, warning.text);
    };
    try {
      await work(input, warn);
    } catch (error) {
      const message = describeFileError(error);
      failed.push(input);
      console.tell(about(input, message));
    }
  }
  console.progress(undefined);
  if (inputs.length > 1) (failed.length > 0 ? console : shell).tell(summary(inputs.length, failed));
  return failed.length > 0 || (strict && shell.warningCount > 0) ? 1 : 0;
}

function summary(count: number, failed: readonly string[]): Message {
  const numbers = { done: count - failed.length, total: count };
  return failed.length === 0
    ? say('converted', numbers)
    : say('converted-but', { ...numbers, names: failed });
}
