import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '../problem.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What {@link parseArguments} gives. */
export type Arguments<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>;

/**
 * Options and what is left, by Node's own parser.
 *
 * @throws {@link UsageError} if an option is unknown or lacks its value.
 */
export function parseArguments<const O extends Options>(args: readonly string[], options: O): Arguments<O> {
  try {
    return parseArgs({ args: joinNegativeNumbers(args), options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError) || !('code' in error)) throw error;
    throw new UsageError(error.message.split(/\.\s/)[0]);
  }
}

/** Node's parser takes the number of `--offset -30` for an option. */
function joinNegativeNumbers(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (/^-[\d.]/.test(arg) && last !== undefined && /^--[a-z-]+$/.test(last)) {
      joined[joined.length - 1] = `${last}=${arg}`;
    } else joined.push(arg);
  }
  return joined;
}
