import type { FormatWarning } from '@odori/format';
import type { Motion } from '@odori/runtime/motion';
import type { NameReport } from '@odori/runtime/rig';
import { countOf } from '../text/count-of.js';

/**
 * A warning of a parser as one line: what is wrong, how often, and where it occurs first.
 *
 * @example
 * describeWarning(warning); // → 'morph keys[14].frame repeats a frame (95 times, first at byte 395)'
 */
export function describeWarning({ message, count, offset, line, column }: FormatWarning): string {
  const position = line === undefined ? `byte ${offset}` : `line ${line}, column ${column}`;
  return `${message} (${count === 1 ? '' : `${count} times, first `}at ${position})`;
}

/** MMD itself writes keyframes out of order. Only `inspect` reports that. */
export function isExpectedWarning({ code }: { readonly code: string }): boolean {
  return code === 'unsorted-keys';
}

/** A message lists at most this many names. */
const MAX_NAMES = 5;

/** The first of some names, and how many more there are. @example listSome(['a', 'b']); // → 'a, b' */
export function listSome(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return names.slice(0, MAX_NAMES).map(shownName).join(', ') + more;
}

/** A name for a list of names, in which an empty one would look like a mistake. */
function shownName(name: string): string {
  return name === '' ? '(no name)' : name;
}

/**
 * The bones of a motion that move none of the model, in one sentence; undefined if all move one.
 *
 * @example
 * describeMissingBones(motion, binding); // → '2 of 81 bones of the motion are not in the model: 左袖, 右袖'
 */
export function describeMissingBones(
  motion: Motion,
  { missing, ambiguous }: Pick<NameReport, 'missing' | 'ambiguous'>,
): string | undefined {
  const count = motion.bones.size;
  if (count === 0) return 'the motion moves no bones';
  const [unclear, ...others] = ambiguous.bones;
  const lacking = missing.bones.filter((name) => !ambiguous.bones.some((each) => each.name === name));
  const sentences: string[] = [];
  if (lacking.length > 0) {
    const verb = lacking.length === 1 ? 'is' : 'are';
    const some = `${lacking.length} of ${countOf(count, 'bone')} of the motion`;
    sentences.push(`${some} ${verb} not in the model: ${listSome(lacking)}`);
  }
  if (unclear) {
    const more = others.length > 0 ? `, and ${countOf(others.length, 'other name')} alike` : '';
    sentences.push(`${unclear.name} could be ${listSome(unclear.targets)}, and moves none of them${more}`);
  }
  return sentences.length > 0 ? sentences.join('; ') : undefined;
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
