import { FRAMES_PER_SECOND, secondsToFrame } from '@odori/runtime/motion';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from './errors.js';
import { type Message, say } from './language/message.js';

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
    throw new UsageError(wrongOption(error.message));
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

/** What Node's parser says, which gives no other sign of what is wrong. */
const WRONG_OPTIONS = [
  [/^Unknown option/, 'unknown-option'],
  [/argument is ambiguous/, 'value-ambiguous'],
  [/argument missing/, 'value-missing'],
  [/does not take an argument/, 'value-not-taken'],
] as const;

function wrongOption(message: string): Message {
  const [, option = ''] = /'(?:-\w, )?(-{1,2}[^' <]+)/.exec(message) ?? [];
  const code = WRONG_OPTIONS.find(([pattern]) => pattern.test(message))?.[1];
  return code === undefined ? say('unexplained', { text: message }) : say(code, { option });
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
    throw new UsageError(say('not-whole', { option, value: JSON.stringify(text) }));
  }
  if (number >= least && number <= most) return number;
  throw new UsageError(say('not-between', { option, value: text, least, most }));
}

/** Reads a number above 0. */
export function parsePositive(option: string, text: string): number {
  const number = Number(text);
  if (number > 0 && number < Infinity) return number;
  throw new UsageError(say('not-positive', { option, value: JSON.stringify(text) }));
}

/** Reads a number that is 0 or more. */
export function parseNotNegative(option: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= 0 && number < Infinity) return number;
  throw new UsageError(say('not-from-0', { option, value: JSON.stringify(text) }));
}

/** Reads a number between `least` and `most`. */
export function parseNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= least && number <= most) return number;
  throw new UsageError(say('not-in-range', { option, value: JSON.stringify(text), least, most }));
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
    throw new UsageError(say('not-a-time', { option, value: JSON.stringify(text) }));
  }
  if (unit === 's') return { frame: secondsToFrame(number), seconds: number };
  if (unit === 'f') return { frame: number, seconds: number / FRAMES_PER_SECOND };
  throw new UsageError(say('no-unit', { option, value: text }));
}

/** Reads one of several words. */
export function parseChoice<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((word) => word === text);
  if (choice !== undefined) return choice;
  throw new UsageError(say('not-one-of', { option, value: JSON.stringify(text), choices }));
}
