import type { FormatWarning, MmdFormat } from '@odori/format';
import type { Motion } from '@odori/runtime/motion';
import type { NameReport } from '@odori/runtime/rig';
import { warningText } from '../errors.js';
import { type Message, say } from '../language/message.js';

/** Something that did not stop reading or writing. */
export interface Warning {
  readonly code: string;
  readonly text: Message;
}

export type Warn = (warning: Warning) => void;

/** A warning of a parser: what is wrong, how often, and where it occurs first. */
export function describeWarning(warning: FormatWarning): Warning {
  const { code, count, offset, line, column } = warning;
  const place =
    line === undefined || column === undefined
      ? say('byte-place', { offset })
      : say('text-place', { line, column });
  const text = warningText(warning);
  const placed = count === 1 ? say('at-place', { text, place }) : say('at-places', { text, count, place });
  return { code, text: placed };
}

/** What to give to a writer as its `onWarning`. */
export function ofWriter(warn: Warn): (warning: FormatWarning) => void {
  return (warning) => warn({ code: warning.code, text: warningText(warning) });
}

/** What a file of a format is. @example formatName('pmx'); // in English: 'a model (PMX)' */
export function formatName(format: MmdFormat): Message {
  return say(`a-${format}`);
}

/** MMD itself writes keyframes out of order. Only `inspect` reports that. */
export function isExpectedWarning({ code }: { readonly code: string }): boolean {
  return code === 'unsorted-keys';
}

/** A message lists at most this many names. */
const MAX_NAMES = 5;

/** The first of some names, and how many more there are. @example listSome(['a', 'b']); // 'a, b' */
export function listSome(names: readonly string[]): Message {
  const shown = names.slice(0, MAX_NAMES).map(shownName);
  const more = names.length - shown.length;
  return more === 0 ? say('names', { names: shown }) : say('some-of', { names: shown, count: more });
}

/** A name for a list of names, in which an empty one would look like a mistake. */
function shownName(name: string): Message {
  return name === '' ? say('no-name') : name;
}

/**
 * The bones of a motion that move none of the model, in one sentence; undefined if all move one.
 *
 * @example
 * describeMissingBones(motion, binding); // '2 of 81 bones of the motion are not in the model: 左袖, 右袖'
 */
export function describeMissingBones(
  motion: Motion,
  { missing, ambiguous }: Pick<NameReport, 'missing' | 'ambiguous'>,
): Message | undefined {
  const count = motion.bones.size;
  if (count === 0) return say('no-bones-moved');
  const lacking = missing.bones.filter((name) => !ambiguous.bones.some((each) => each.name === name));
  const unclear = describeUnclear(ambiguous.bones);
  if (lacking.length === 0) return unclear;
  const bones = say('bones', { count });
  const absent = say('bones-not-in-model', { count: lacking.length, bones, names: listSome(lacking) });
  return unclear ? say('sentences', { one: absent, other: unclear }) : absent;
}

function describeUnclear([first, ...others]: NameReport['ambiguous']['bones']): Message | undefined {
  if (!first) return undefined;
  const values = { name: first.name, names: listSome(first.targets) };
  return others.length === 0
    ? say('bone-unclear', values)
    : say('bones-unclear', { ...values, count: others.length });
}

/**
 * A Japanese name, followed by the English name if there is a different one.
 *
 * @example
 * nameInBoth('初音ミク', 'Miku Hatsune'); // → '初音ミク (Miku Hatsune)'
 */
export function nameInBoth(name: string, nameEn: string): string {
  return nameEn === '' || nameEn === name ? name : `${name} (${nameEn})`;
}
