import { FRAMES_PER_SECOND, secondsToFrame } from '@odori/runtime/motion';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './errors.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The result of {@link parseArguments}. */
export type Arguments<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>;

/**
 * Splits a command line into options and positional arguments, with Node's own parser.
 *
 * @throws {@link UsageError} if an option is unknown or has no value.
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

/** Node's parser would read the number in `--offset -30` as an option. */
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

/** The other sentences explain Node's parser. They help the user only if a value looks like an option. */
function firstSentence(message: string): string {
  const [first, ...more] = message.split(/\.\s/);
  return first.endsWith('ambiguous') ? [first, ...more].join('. ').replaceAll('\n', ' ') : first;
}

/** The largest frame number that a file can hold: 32 bits. */
export const LAST_POSSIBLE_FRAME = 0xffffffff;

/** The most threads of `--jobs`: more than any machine has cores. */
export const MOST_JOBS = 1024;

/** Reads a whole number between `least` and `most`. */
export function parseWhole(
  option: string,
  text: string,
  least: number = Number.MIN_SAFE_INTEGER,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number)) {
    throw new UsageError(`--${option} ${JSON.stringify(text)} is not a whole number`);
  }
  if (number >= least && number <= most) return number;
  throw new UsageError(`--${option} ${text} is not between ${least} and ${most}`);
}

/** Reads a number above 0. */
export function parsePositive(option: string, text: string): number {
  const number = Number(text);
  if (number > 0 && number < Infinity) return number;
  throw new UsageError(`--${option} ${JSON.stringify(text)} is not a number above 0`);
}

/** Reads a number that is 0 or more. */
export function parseNotNegative(option: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= 0 && number < Infinity) return number;
  throw new UsageError(`--${option} ${JSON.stringify(text)} is not a number from 0 on`);
}

/** Reads a number between `least` and `most`. */
export function parseNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= least && number <= most) return number;
  throw new UsageError(`--${option} ${JSON.stringify(text)} is not a number from ${least} to ${most}`);
}

/** A time from the command line, in both units. */
export interface Time {
  readonly frame: number;
  readonly seconds: number;
}

/**
 * Reads times with their units, separated by commas.
 *
 * @example
 * parseTimes('at', '1.5s,100f'); // → [{ frame: 45, seconds: 1.5 }, { frame: 100, seconds: 3.3333333333333335 }]
 */
export function parseTimes(option: string, text: string): Time[] {
  return text.split(',').map((entry) => parseTime(option, entry.trim()));
}

/**
 * Reads one time with its unit. It may be a fraction.
 *
 * @example
 * parseTime('every', '1/60s'); // → { frame: 0.5, seconds: 0.016666666666666666 }
 */
export function parseTime(option: string, text: string): Time {
  const [, digits = '', divisor = '1', unit] = /^(.*?)(?:\/(\d+))?([sf])?$/.exec(text) ?? [];
  const number = Number(digits) / Number(divisor);
  if (digits === '' || !Number.isFinite(number)) {
    throw new UsageError(`--${option}: ${JSON.stringify(text)} is not a time such as 1.5s or 45f`);
  }
  if (unit === 's') return { frame: secondsToFrame(number), seconds: number };
  if (unit === 'f') return { frame: number, seconds: number / FRAMES_PER_SECOND };
  throw new UsageError(`--${option} ${text} has no unit: write ${text}s for seconds or ${text}f for frames`);
}

/** Reads one of several words. */
export function parseChoice<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((word) => word === text);
  if (choice !== undefined) return choice;
  throw new UsageError(`--${option} ${JSON.stringify(text)} is not one of ${choices.join(', ')}`);
}
