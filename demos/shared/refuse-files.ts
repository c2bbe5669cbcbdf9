import { say } from './language/texts.js';
import { onOpenedFiles } from './files.js';
import { sortFiles } from './open/sort-files.js';
import { unusedLines } from './open/unused-files.js';
import { showLines } from './show-lines.js';

/**
 * For a page that shows only its own dancer: says in `status` on which pages dropped files can be opened.
 * Without it, the browser would leave the page for the file.
 */
export function refuseFiles(status: HTMLElement): void {
  onOpenedFiles([], async (getFiles) => {
    const sorted = await sortFiles(getFiles);
    const lines = await unusedLines(sorted, []);
    showLines(status, [...sorted.problems, ...lines, say('This page shows only its own dancer.')]);
  });
}
