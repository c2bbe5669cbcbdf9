import { element } from './dom.js';

/**
 * Calls `onFiles` for files that are dropped anywhere on the page. Dragged text still goes into text boxes.
 *
 * Folders are only in `transfer`, which is valid until `onFiles` returns.
 */
export function onDroppedFiles(onFiles: (files: readonly File[], transfer: DataTransfer) => void): void {
  window.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = 'copy';
    showHint(true);
  });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) showHint(false);
  });
  window.addEventListener('drop', (event) => {
    showHint(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    const transfer = event.dataTransfer!;
    onFiles([...transfer.files], transfer);
  });
}

function showHint(isOver: boolean): void {
  document.body.classList.toggle('drop-target', isOver);
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Calls `onFiles` for the files or the folder that a user chooses in a file input. */
export function onChosenFiles(input: HTMLInputElement, onFiles: (files: readonly File[]) => void): void {
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.value = ''; // so that the same file can be chosen again
    if (files.length > 0) onFiles(files);
  });
}

const DOWNLOAD_MILLISECONDS = 60_000;

/** Lets the browser save a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_MILLISECONDS); // the browser reads it after the click
}
