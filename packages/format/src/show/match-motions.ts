import { encodeCp932 } from '../text/encode-cp932.js';
import { textOfUnits } from '../text/decode-cp932.js';

/** A model that motions may be for. */
export interface MotionTarget {
  readonly path: string;
  /** Its names in Japanese and English. */
  readonly names: readonly string[];
  readonly isStage: boolean;
}

/** A motion that may be for one of several models. */
export interface MatchedMotion {
  readonly path: string;
  /** The name of the model in the VMD; empty in other formats. */
  readonly modelName: string;
  /** Whether it moves bones; false: a face alone, which goes with any dance. */
  readonly movesBones: boolean;
}

/** Whose motion it is: the index of a model, or all dancers; undefined: nothing says it. */
export type MotionMatch = number | 'all' | undefined;

/**
 * Which model each of some motions is for, as an index into `targets`.
 *
 * The name of the model in the VMD decides. Where no model or several models have that name, paths do: words
 * that the paths of a motion and of one model have in common, and a model's name in the path of the motion. A
 * motion that is left over belongs to the only dancer that is left over. All dancers dance the only dance,
 * whomever it was made for. O(targets × motions).
 *
 * @example
 * const miku = { path: 'miku.pmx', names: ['初音ミク'], isStage: false };
 * const luka = { path: 'luka.pmx', names: ['巡音ルカ'], isStage: false };
 * const motion = { path: 'a.vmd', modelName: '巡音ルカ', movesBones: true };
 * matchMotions([miku, luka], [motion, { ...motion, path: 'miku.vmd', modelName: '' }]); // → [1, 0]
 */
export function matchMotions(
  targets: readonly MotionTarget[],
  motions: readonly MatchedMotion[],
): MotionMatch[] {
  const words = targets.map(wordsOfTarget);
  const matches = motions.map((motion) => {
    const named = indicesOf(targets, ({ names }) => names.some((name) => isName(motion.modelName, name)));
    if (named.length === 1) return named[0];
    const candidates = named.length > 1 ? named : [...targets.keys()];
    return best(candidates, (i) => commonWords(motion, i, words));
  });
  return isOneDance(targets, motions, matches)
    ? matches.map((match) => (match !== undefined && targets[match].isStage ? match : 'all'))
    : giveLeftOver(targets, matches);
}

/** VMD has room for 20 bytes of a name. */
const NAME_BYTES = 20;

/** Whether a name in a VMD is that of a model, which may be longer. */
function isName(inVmd: string, name: string): boolean {
  const [a, b] = [inVmd.trim(), name.trim()];
  if (a === '') return false;
  if (fold(a) === fold(b)) return true;
  const [bytes, whole] = [encodeCp932(a).bytes, encodeCp932(b).bytes];
  // a character of two bytes may be cut off
  return bytes.length >= NAME_BYTES - 1 && textOfUnits(whole).startsWith(textOfUnits(bytes));
}

/** What tells a model from the others: the words of its path, and its names. */
function wordsOfTarget({ path, names }: MotionTarget): ReadonlySet<string> {
  return new Set([...wordsIn(path), ...names.flatMap(wordsIn)]);
}

/**
 * The number of letters in the words that a motion shares with model `i` and not with all other models. Whole
 * words count, and words of three letters or more inside other words.
 */
function commonWords({ path }: MatchedMotion, i: number, words: readonly ReadonlySet<string>[]): number {
  const own = wordsIn(path);
  const whole = fold(path);
  let letters = 0;
  for (const word of words[i]) {
    if (words.length > 1 && words.every((others) => others.has(word))) continue;
    const isInside = word.length >= MIN_LETTERS || NOT_LATIN.test(word);
    if (own.includes(word) || (isInside && whole.includes(word))) letters += word.length;
  }
  return letters;
}

const MIN_LETTERS = 3;
const NOT_LATIN = /^[^ -~]{2,}$/;

/** Left and right, as people write them in names of files. */
const SIDES: ReadonlyMap<string, string> = new Map([
  ['l', 'left'],
  ['r', 'right'],
  ['左', 'left'],
  ['右', 'right'],
]);

/**
 * The sides that a path names.
 *
 * @example
 * sidesIn('duet/Miku_L2.vmd'); // → ['left']
 */
export function sidesIn(path: string): string[] {
  return wordsIn(path).filter((word) => word === 'left' || word === 'right');
}

/** Words that say what a file is, not whom it is for. */
const KINDS = /^(?:pm[dx]|vmd|bvmd|vpd|motions?|dances?|models?|ver|v|モーション|モデル)$/;

/**
 * The words of a path or a name: parts of letters, of Japanese text, of digits.
 *
 * @example
 * wordsIn('duet/Miku_L2.vmd'); // → ['duet', 'miku', 'left', '2']
 */
function wordsIn(text: string): string[] {
  const parts = fold(text).match(/[a-z]+|\d+|[左右]|[^ -~左右\s]+/g) ?? [];
  return parts.filter((word) => !KINDS.test(word)).map((word) => SIDES.get(word) ?? word);
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function indicesOf<T>(all: readonly T[], test: (each: T) => boolean): number[] {
  return [...all.keys()].filter((i) => test(all[i]));
}

/** The candidate with the highest score above 0, if it is the only one. */
function best(candidates: readonly number[], score: (index: number) => number): number | undefined {
  const scored = candidates.map((index) => ({ index, points: score(index) }));
  const most = Math.max(0, ...scored.map(({ points }) => points));
  const first = scored.filter(({ points }) => points === most);
  return most > 0 && first.length === 1 ? first[0].index : undefined;
}

function giveLeftOver(
  targets: readonly MotionTarget[],
  matches: readonly (number | undefined)[],
): MotionMatch[] {
  const dancers = indicesOf(targets, ({ isStage }) => !isStage);
  const free = dancers.filter((index) => !matches.includes(index));
  const isOne = free.length === 1 && matches.filter((match) => match === undefined).length === 1;
  const last = dancers.length === 1 ? dancers[0] : isOne ? free[0] : undefined;
  return matches.map((match) => match ?? last);
}

/** Whether several dancers have one dance, with or without a face. */
function isOneDance(
  targets: readonly MotionTarget[],
  motions: readonly MatchedMotion[],
  matches: readonly (number | undefined)[],
): boolean {
  if (indicesOf(targets, ({ isStage }) => !isStage).length < 2) return false;
  const danced = [...motions.keys()].filter((i) => !targets[matches[i] ?? -1]?.isStage);
  return danced.length > 0 && danced.filter((i) => motions[i].movesBones).length === 1 && danced.length <= 2;
}
