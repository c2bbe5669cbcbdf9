import { joined, listOf, said, say } from '../language/texts.js';
import { element } from '../dom.js';
import { nameText } from '../file-text.js';
import { amountText, sizeText } from '../number-text.js';
import type { Files, GetFiles } from './sort-files.js';

/** A file or folder that the user has given. */
export interface Given {
  readonly name: string;
  /** Bytes of a file; undefined for a folder, whose files are not known yet. */
  readonly size?: number | undefined;
}

/**
 * Says in the middle of the picture which files are being read, how large they are, and how far that is. It
 * is there as soon as it is made: make it before anything is awaited.
 */
export class ReadingNotice {
  readonly #size = element('span', { class: 'quiet' });
  readonly #bar = element('progress', { 'aria-label': say('Reading the files') });
  readonly #element: HTMLElement;

  /** `place` is the picture: its positioned parent element. */
  constructor(place: HTMLElement, given: readonly Given[]) {
    const name = element('strong', {}, givenName(given));
    this.#element = element('div', { class: 'reading' }, name, this.#size, this.#bar);
    const sizes = given.map(({ size }) => size);
    if (!sizes.includes(undefined)) this.#describe(given.length, sum(sizes as number[]));
    place.append(this.#element);
  }

  /** How much of the work is done, from 0 to 1. */
  set progress(progress: number) {
    this.#bar.value = progress;
  }

  /** Calls `getFiles` at once, and says how many files there are when that is known. */
  async files(getFiles: GetFiles): Promise<Files> {
    const files = await getFiles();
    this.#describe(files.size, sum(Array.from(files.values(), ({ size }) => size)));
    return files;
  }

  /** Goes away when the files are shown, or cannot be. */
  until(shown: Promise<unknown>): Promise<unknown> {
    return shown.finally(() => this.#element.remove());
  }

  #describe(count: number, bytes: number): void {
    this.#size.textContent = joined([count > 1 ? amountText(count, 'file') : '', sizeText(bytes)], ', ');
  }
}

/** The files and folders among the files of an input. */
export function givenFiles(files: readonly File[]): Given[] {
  const sizes = new Map<string, number | undefined>();
  for (const { webkitRelativePath, name, size } of files) {
    const [folder] = webkitRelativePath.split('/');
    if (folder) sizes.set(folder, undefined);
    else sizes.set(name, size);
  }
  return Array.from(sizes, ([name, size]) => ({ name, size }));
}

/** The files and folders that were dropped. To be called in the listener, as `readDroppedFiles`. */
export function givenItems({ items, files }: DataTransfer): Given[] {
  const given = Array.from(items).flatMap((item): readonly Given[] => {
    const entry = item.webkitGetAsEntry?.() as FileSystemEntry | null | undefined;
    if (entry?.isDirectory) return [{ name: entry.name }];
    const file = item.getAsFile();
    return file ? givenFiles([file]) : []; // text
  });
  return given.length > 0 ? given : givenFiles([...files]);
}

/** `miku.pmx`, `miku and dance.vmd`, `miku and 3 more`. */
function givenName(given: readonly Given[]): string {
  const names = given.map(({ name }) => nameText(name));
  const [first = () => ''] = names;
  return given.length <= 2
    ? said(listOf(names))
    : say('{name} and {count} more', { name: first, count: given.length - 1 });
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all + size, 0);
}
