import { filesByPath, readDroppedFiles } from '@odori/model';

/** Calls `onFiles` with the files that the viewer chooses, or drops on the page: files, folders and zips. */
export function onOpenedFiles(input: HTMLInputElement, onFiles: (files: Map<string, File>) => void): void {
  input.addEventListener('change', () => {
    onFiles(filesByPath(input.files));
    input.value = ''; // so that the same file can be chosen again
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', async (event) => {
    event.preventDefault();
    onFiles(await readDroppedFiles(event.dataTransfer));
  });
}
