import type { FormatWarning, Pmx, Vmd, Vpd } from '@odori/format';
import type { MissingNames } from '@odori/runtime';
import { element } from '../../../shared/dom.js';
import { englishName } from '../../../shared/english-name.js';
import { fileText, nameLabel, visibleText } from '../../../shared/file-text.js';
import { amountText } from '../../../shared/number-text.js';
import { codeMeanings } from '../../../shared/problem-text.js';
import type { OpenedFile } from './read-files.js';

const MAX_NAMES = 200;

/** Lists the files that are shown, bones and morphs that the model does not have, and warnings. */
export function sourceFacts(
  model: OpenedFile<Pmx>,
  motions: readonly OpenedFile<Vmd | Vpd>[],
  missing: MissingNames,
): HTMLElement[] {
  const { name, document } = model;
  return [
    element(
      'p',
      {},
      fileText(name),
      `: ${amountText(document.bones.length, 'bone')}, ${amountText(document.indices.length / 3, 'triangle')}.`,
    ),
    ...motions.map((motion) => element('p', {}, fileText(motion.name))),
    ...missingNames('bone', missing.bones),
    ...missingNames('morph', missing.morphs),
    ...[model, ...motions].flatMap((file) => warningDetails(file.name, file.document.warnings)),
  ];
}

const MAX_LINE_NAMES = 4;

/** One line about bones that the model does not have; empty if it has all. */
export function missingLine({ bones }: MissingNames): HTMLElement[] {
  if (bones.length === 0) return [];
  const names = bones.slice(0, MAX_LINE_NAMES).flatMap((name) => [' ', nameLabel(name)]);
  const more = bones.length > MAX_LINE_NAMES ? ' …' : '';
  const text = `The motion moves ${amountText(bones.length, 'bone')} that this model does not have:`;
  return [element('span', {}, text, ...names, more)];
}

function missingNames(kind: 'bone' | 'morph', names: readonly string[]): HTMLElement[] {
  if (names.length === 0) return [];
  const verb = kind === 'bone' ? 'moves' : 'uses';
  const summary = `The motion ${verb} ${amountText(names.length, kind)} that this model does not have`;
  const shown = names.slice(0, MAX_NAMES);
  const items = shown.map((name) => element('li', {}, nameLabel(name, englishName(kind, name))));
  const rest = names.length - shown.length;
  if (rest > 0) items.push(element('li', {}, `and ${rest} more`));
  return [element('details', {}, element('summary', {}, summary), element('ul', {}, ...items))];
}

function warningDetails(name: string, warnings: readonly FormatWarning[]): HTMLElement[] {
  if (warnings.length === 0) return [];
  const items = warnings.map(({ code, message, count }) =>
    element(
      'li',
      {},
      `${codeMeanings[code]} `,
      element(
        'span',
        { class: 'quiet' },
        visibleText(message),
        count > 1 ? `, ${amountText(count, 'time')}` : '',
      ),
    ),
  );
  const summary = element('summary', {}, `${amountText(warnings.length, 'warning')} in `, fileText(name));
  return [element('details', { class: 'warnings' }, summary, element('ul', {}, ...items))];
}
