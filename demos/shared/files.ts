import { element } from './dom.js';

/**
 * Takes files that are dropped anywhere on the page; text that is dragged into a box still arrives there.
 *
 * Folders are in `transfer` alone, and only until `onFiles` returns.
 */
export function takeDroppedFiles(onFiles: (files: readonly File[], transfer: DataTransfer) => void): void {
  window.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = 'copy';
    showTarget(true);
  });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) showTarget(false);
  });
  window.addEventListener('drop', (event) => {
    showTarget(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    const transfer = event.dataTransfer!;
    onFiles([...transfer.files], transfer);
  });
}

function showTarget(isOver: boolean): void {
  document.body.classList.toggle('drop-target', isOver);
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Has the browser save a file. */
export function saveBytes(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // browsers begin to read later
}
