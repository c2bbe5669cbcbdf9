import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '../problem.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What {@link parseArguments} gives. */
export type Arguments<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>;

/**
 * Options and what is left, by Node's own parser: stable, kept with Node, and nothing to install.
 *
 * @throws {@link UsageError} if an option is unknown or lacks its value.
 */
export function parseArguments<const O extends Options>(args: readonly string[], options: O): Arguments<O> {
  try {
    return parseArgs({
      args: joinNegativeNumbers(args, options),
      options,
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    if (!(error instanceof TypeError) || !('code' in error)) throw error;
    throw new UsageError(firstSentence(error.message));
  }
}

/** Node's parser takes the number of `--offset -30` for an option. */
function joinNegativeNumbers(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (const [i, arg] of args.entries()) {
    if (arg === '--') return [...joined, ...args.slice(i)];
    const last = joined.at(-1);
    const takesValue = last?.startsWith('--') === true && options[last.slice(2)]?.type === 'string';
    if (takesValue && /^-[\d.]/.test(arg)) joined[joined.length - 1] = `${last}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

/** What follows explains Node's parser; of a value that looks like an option it is the part that helps. */
function firstSentence(message: string): string {
  const [first, ...more] = message.split(/\.\s/);
  return first.endsWith('ambiguous') ? [first, ...more].join('. ').replaceAll('\n', ' ') : first;
}
