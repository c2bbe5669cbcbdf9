import { FRAMES_PER_SECOND, secondsToFrame } from '@odori/runtime/motion';
import { UsageError } from '../problem.js';

/** Frames of a file have 32 bits. */
export const LAST_POSSIBLE_FRAME = 0xffffffff;

/** A whole number, if need be from `least` to `most`. */
export function parseWhole(
  option: string,
  text: string,
  least: number = Number.MIN_SAFE_INTEGER,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number)) {
    throw new UsageError(`--${option} ${JSON.stringify(text)} is no whole number`);
  }
  if (number >= least && number <= most) return number;
  throw new UsageError(`--${option} ${text} is not between ${least} and ${most}`);
}

/** A number above 0. */
export function parsePositive(option: string, text: string): number {
  const number = Number(text);
  if (number > 0 && number < Infinity) return number;
  throw new UsageError(`--${option} ${JSON.stringify(text)} is no number above 0`);
}

/** A time as people write it, and the frame that it is. */
export interface Time {
  readonly frame: number;
  readonly seconds: number;
}

/**
 * Times with their units, separated by commas.
 *
 * @example
 * parseTimes('at', '1.5s,100f'); // → [{ frame: 45, seconds: 1.5 }, { frame: 100, seconds: 3.3333333333333335 }]
 */
export function parseTimes(option: string, text: string): Time[] {
  return text.split(',').map((entry) => parseTime(option, entry.trim()));
}

function parseTime(option: string, text: string): Time {
  const [, digits = '', unit] = /^(.*?)([sf])?$/.exec(text) ?? [];
  const number = Number(digits);
  if (digits === '' || !Number.isFinite(number)) {
    throw new UsageError(`--${option}: ${JSON.stringify(text)} is no time such as 1.5s or 45f`);
  }
  if (unit === 's') return { frame: secondsToFrame(number), seconds: number };
  if (unit === 'f') return { frame: number, seconds: number / FRAMES_PER_SECOND };
  throw new UsageError(`--${option} ${text}: write ${text}s for seconds or ${text}f for frames`);
}

/** One of some words. */
export function parseChoice<T extends string>(option: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((word) => word === text);
  if (choice !== undefined) return choice;
  throw new UsageError(`--${option} ${JSON.stringify(text)} is none of ${choices.join(', ')}`);
}
