import { filesByPath, readDroppedFiles } from '@odori/model';
import { byId, element } from './dom.js';
import { type Given, givenFiles, givenItems } from './open/reading-notice.js';
import type { GetFiles } from './open/sort-files.js';

/** What a page does with files: see {@link onOpenedFiles}. */
type OnFiles = (getFiles: GetFiles, given: readonly Given[]) => void;

/**
 * Calls `onFiles` for files, folders and zips that are dropped anywhere on the page or chosen in the file
 * inputs with these ids. Dragged text still goes into text boxes.
 *
 * A dropped folder can be read only until `onFiles` returns. `given` names what the user has given, before it
 * is read.
 */
export function onOpenedFiles(inputs: readonly string[], onFiles: OnFiles): void {
  for (const id of inputs) onChosenFiles(byId(id, HTMLInputElement), onFiles);
  onDroppedFiles(onFiles);
}

function onDroppedFiles(onFiles: OnFiles): void {
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
    onFiles(() => readDroppedFiles(transfer), givenItems(transfer));
  });
}

function showHint(isOver: boolean): void {
  document.body.classList.toggle('drop-target', isOver);
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

function onChosenFiles(input: HTMLInputElement, onFiles: OnFiles): void {
  // without folders, such an input would choose files as the other one does
  if (input.hasAttribute('webkitdirectory')) hideUnless('webkitdirectory' in input, input);
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.value = ''; // so that the same file can be chosen again
    if (files.length > 0) onFiles(() => filesByPath(files), givenFiles(files));
  });
}

/** Hides an input and its label. */
function hideUnless(isShown: boolean, input: HTMLInputElement): void {
  for (const part of [input, ...(input.labels ?? [])]) part.hidden = !isShown;
}

const DOWNLOAD_MILLISECONDS = 60_000;

/** Lets the browser save a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  element('a', { href: address, download: name }).click();
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_MILLISECONDS);
}

/** The kinds of a new file: their extensions by media type. */
type FileTypes = Readonly<Record<string, readonly string[]>>;

type SavePicker = (options: {
  suggestedName: string;
  types: { accept: FileTypes }[];
}) => Promise<FileSystemFileHandle>;

/**
 * Asks where to save a file, where the browser can write it piece by piece; undefined elsewhere. To be called
 * after a click.
 */
export async function chooseNewFile(
  name: string,
  types: FileTypes,
): Promise<FileSystemFileHandle | 'canceled' | undefined> {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: SavePicker };
  if (!showSaveFilePicker) return undefined;
  try {
    const accepted = Object.entries(types).map(([type, extensions]) => ({ accept: { [type]: extensions } }));
    return await showSaveFilePicker({ suggestedName: name, types: accepted });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'canceled';
    throw error;
  }
}
