import { element } from '../../../home/src/element.js';
import { englishName } from '../../../home/src/english-name.js';
import { nameLabel } from '../../../home/src/name-label.js';
import { amountText } from '../../../home/src/number-text.js';
import { visibleText } from '../../../home/src/visible-text.js';
import type { Intake } from '../intake/intake.js';
import { modelLines } from './model-lines.js';

const MOST_FILES = 5;
const MOST_BONES = 3;

/** What came of the files, line by line; `missing`: bones that the reader's motion moves in vain. */
export function takenLines({ found, names, problems }: Intake, missing: readonly string[]): HTMLElement[] {
  const told = problems.slice(0, MOST_FILES).map((problem) => element('p', {}, problem));
  if (problems.length > MOST_FILES)
    told.push(element('p', {}, `and ${problems.length - MOST_FILES} more problems.`));
  if (!found && names.length === 0) return told;
  const playing = names.length > 0 ? [element('p', {}, `Now playing ${listText(names)}.`)] : [];
  return [...told, ...(found ? modelLines(found) : []), ...playing, ...missingLines(missing)];
}

function listText(names: readonly string[]): string {
  const rest = names.length - MOST_FILES;
  const some = names.slice(0, MOST_FILES).map((name) => visibleText(name));
  return some.join(', ') + (rest > 0 ? ` and ${amountText(rest, 'more file')}` : '');
}

/** The names in their own language, with English beside. */
function missingLines(missing: readonly string[]): HTMLElement[] {
  if (missing.length === 0) return [];
  const names = missing
    .slice(0, MOST_BONES)
    .flatMap((name) => [' ', nameLabel(name, englishName('bone', name))]);
  const more = missing.length > MOST_BONES ? ' …' : '';
  const text = `The motion moves ${amountText(missing.length, 'bone')} that this dancer lacks:`;
  return [element('p', {}, text, ...names, more)];
}
