import type { MissingNames } from '@odori/runtime';
import { element } from '../../../shared/dom.js';
import { nameWithMeaning } from '../../../shared/english-name.js';
import { fileText } from '../../../shared/file-text.js';
import { say, sayAround } from '../../../shared/language/texts.js';
import { amountText } from '../../../shared/number-text.js';
import type { OpenedMotion } from '../../../shared/open/open-motion.js';
import { truncatedLines, warningDetails } from '../../../shared/open/warning-lines.js';
import type { OpenedModel } from './read-files.js';

const MAX_NAMES = 200;

/** Lists the files that are shown, bones and morphs that the model does not have, and warnings. */
export function sourceFacts(
  { name, document }: OpenedModel,
  motions: readonly OpenedMotion[],
  missing: MissingNames,
): HTMLElement[] {
  const warned = [{ name, warnings: document.warnings }, ...motions];
  return [
    sayAround(element('p'), '{name}: {bones}, {triangles}.', {
      name: [name === '' ? say('Mannequin') : fileText(name)],
      bones: [amountText(document.bones.length, 'bone')],
      triangles: [amountText(document.indices.length / 3, 'triangle')],
    }),
    ...motions.map(({ name: own }) => element('p', {}, own === '' ? say('Squats and turns') : fileText(own))),
    ...missingNames('bone', missing.bones),
    ...missingNames('morph', missing.morphs),
    ...warned.flatMap((file) => truncatedLines(file.name, file.warnings)),
    ...warned.flatMap((file) => warningDetails(file.name, file.warnings)),
  ];
}

function missingNames(kind: 'bone' | 'morph', names: readonly string[]): HTMLElement[] {
  if (names.length === 0) return [];
  const english =
    kind === 'bone'
      ? 'The motion moves {names} that this model does not have:'
      : 'The motion uses {names} that this model does not have:';
  const summary = say(english, { names: amountText(names.length, kind) });
  const shown = names.slice(0, MAX_NAMES);
  const items = shown.map((name) => element('li', {}, nameWithMeaning(kind, name)));
  const rest = names.length - shown.length;
  if (rest > 0) items.push(element('li', {}, say('and {count} more', { count: rest })));
  return [element('details', {}, element('summary', {}, summary), element('ul', {}, ...items))];
}
