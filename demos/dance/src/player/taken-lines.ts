import { nameLabel } from '../../../home/src/name-label.js';
import { visibleText } from '../../../home/src/visible-text.js';
import type { Intake } from './read-files.js';

const MOST_NAMES = 5;

/** What came of the files: one line each, names of bones in their own language. */
export function takenLines({ names, problems }: Intake, missing: readonly string[]): HTMLElement[] {
  const lines = problems.map((problem) => line(problem));
  if (names.length === 0) return lines;
  lines.push(line(visibleText(`Now playing ${names.join(', ')}.`)));
  if (missing.length > 0) {
    const some = missing.slice(0, MOST_NAMES).flatMap((name) => [' ', nameLabel(name)]);
    const more = missing.length > MOST_NAMES ? ' …' : '';
    lines.push(line(`This figure lacks ${missing.length} of its bones:`, ...some, more));
  }
  return lines;
}

function line(...parts: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement('span');
  made.append(...parts);
  return made;
}
