import { say } from '../language/texts.js';
import type { FormatWarning } from '@odori/format';
import { element } from '../dom.js';
import { fileText, nameText } from '../file-text.js';
import { amountText } from '../number-text.js';
import { codeMeanings, detailText } from '../problem-text.js';

/** Says that a file ends too early, because then something is missing in what the page shows. */
export function truncatedLines(name: string, warnings: readonly FormatWarning[]): HTMLElement[] {
  return warnings
    .filter(({ code }) => code === 'truncated')
    .map((warning) => {
      const texts = [say(codeMeanings.truncated), ' ', say('Only what comes before its end is used.'), ' '];
      const detail = element('small', {}, detailText(warning));
      return element('span', {}, fileText(name), ': ', ...texts, detail);
    });
}

/** The other warnings about a file, in a list that the user can open. */
export function warningDetails(name: string, warnings: readonly FormatWarning[]): HTMLElement[] {
  const others = warnings.filter(({ code }) => code !== 'truncated');
  if (others.length === 0) return [];
  const items = others.map((warning) => {
    const { code, count } = warning;
    const times = count > 1 ? [', ', amountText(count, 'time')] : [];
    const detail = element('span', { class: 'quiet' }, detailText(warning), ...times);
    return element('li', {}, say(codeMeanings[code]), ' ', detail);
  });
  const summary = say('{warnings} about {name}', {
    warnings: amountText(others.length, 'warning'),
    name: nameText(name),
  });
  return [element('details', {}, element('summary', {}, summary), element('ul', {}, ...items))];
}
