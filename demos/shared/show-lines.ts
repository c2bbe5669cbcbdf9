import { say } from './language/texts.js';
import { element } from './dom.js';

/**
 * Shows lines in the status of a page, with a button that closes them. Without lines, the status is empty.
 */
export function showLines(status: HTMLElement, lines: readonly (HTMLElement | string)[]): void {
  const close = element('button', { type: 'button', class: 'close', 'aria-label': say('Close message') });
  close.addEventListener('click', () => status.replaceChildren());
  const shown = lines.map((line) => (typeof line === 'string' ? element('span', {}, line) : line));
  status.replaceChildren(...shown, ...(shown.length > 0 ? [close] : []));
}
