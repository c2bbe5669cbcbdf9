import { element } from './dom.js';
import { onOpenedFiles } from './files.js';
import { sortFiles } from './open/sort-files.js';
import { unusedLines } from './open/unused-files.js';

/**
 * For a page that shows only its own dancer: says in `status` on which pages dropped files can be opened. Without it, the
 * browser would leave the page for the file.
 */
export function refuseFiles(status: HTMLElement): void {
  onOpenedFiles([], async (getFiles) => {
    const sorted = await sortFiles(getFiles);
    const lines = await unusedLines(sorted, []);
    const close = element('button', { type: 'button' }, 'Close');
    close.addEventListener('click', () => status.replaceChildren());
    const problems = sorted.problems.map((text) => element('span', {}, text));
    const own = element('span', {}, 'This page shows only its own dancer.');
    status.replaceChildren(...problems, ...lines, own, close);
  });
}
