import type { OpenPage } from './open-page.js';

/** Chooses files in a file input of a page. */
export function choose({ document }: OpenPage, id: string, ...files: File[]): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  const input = document.querySelector<HTMLInputElement>(`#${id}`)!;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Drops files on a page. Returns whether the page takes them: otherwise the browser would open the file
 * instead.
 */
export function drop({ document }: OpenPage, ...files: File[]): boolean {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
}

/** Drops a folder, as a browser passes it to a page. */
export function dropFolder({ document, window }: OpenPage, folder: string, ...files: File[]): void {
  // the page does not accept File objects of another window
  const { File: PageFile } = window as Window & { File: typeof File };
  const entries = files.map((file) => ({
    name: file.name,
    isFile: true,
    isDirectory: false,
    file: (take: (file: File) => void) => take(new PageFile([file], file.name)),
  }));
  const batches = [entries, []];
  const entry = {
    name: folder,
    isFile: false,
    isDirectory: true,
    createReader: () => ({ readEntries: (take: (batch: unknown) => void) => take(batches.shift()) }),
  };
  const items = [{ kind: 'file', webkitGetAsEntry: () => entry }];
  const dataTransfer = { types: ['Files'], files: [], items };
  const event = new Event('drop', { bubbles: true, cancelable: true });
  document.body.dispatchEvent(Object.assign(event, { dataTransfer }));
}
