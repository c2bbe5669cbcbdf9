import type { Demo } from './demos.js';
import { element } from './element.js';

/** The list of demos, or a sentence while there are none. */
export function demoIndex(demos: readonly Demo[]): HTMLElement {
  if (demos.length === 0) {
    return element(
      'p',
      { class: 'quiet' },
      'The first demos are on their way. Until then, look into a file.',
    );
  }
  const items = demos.map(({ path, title, text }) =>
    element('li', {}, element('a', { href: path }, title), element('span', { class: 'quiet' }, text)),
  );
  return element('ul', { class: 'demos' }, ...items);
}
