import { element } from './element.js';

/** One thing that is known: what it is called, what it is, and how that comes about. */
export interface Fact {
  term: string;
  value: Node | string;
  detail?: Node | string;
}

export function factList(facts: readonly Fact[]): HTMLElement {
  const entries = facts.map(({ term, value, detail }) => {
    const entry = element('div', {}, element('dt', {}, term), element('dd', {}, value));
    if (detail !== undefined) entry.append(element('dd', { class: 'detail' }, detail));
    return entry;
  });
  return element('dl', { class: 'facts' }, ...entries);
}
