import { MmdFormatError } from '@odori/format';

/**
 * Files and whole folders that were dropped on a page, by path from where they were dropped: `miku/tex/face.png`.
 *
 * To be called in the listener of `drop`, before it awaits anything: afterwards the browser forgets what was dropped.
 * Only names are read here, not contents. Rejects with the browser's error if a file or a folder is gone meanwhile.
 *
 * @throws `MmdFormatError` `too-large` (as rejection): more than 10,000 files and folders, or 32 folders deep.
 * @example
 * page.addEventListener('drop', async (event) => {
 *   event.preventDefault();
 *   const files = await readDroppedFiles(event.dataTransfer); // → Map { 'miku/miku.pmx' → File, … }
 * });
 */
export async function readDroppedFiles(transfer: DataTransfer | null): Promise<Map<string, File>> {
  if (!transfer) return new Map();
  const dropped = droppedOf(transfer);
  if (dropped.length === 0) return filesByPath(transfer.files);
  const found = await walk(dropped);
  return new Map(await Promise.all(found.map(async ({ path, item }) => [path, await fileOf(item)] as const)));
}

/**
 * The files of an `<input type="file">`, by path if it has `webkitdirectory`, else by name. O(files).
 *
 * @throws `MmdFormatError` `too-large`: more than 10,000 files.
 * @example
 * filesByPath(input.files); // → Map { 'miku/miku.pmx' → File, 'miku/tex/face.png' → File }
 */
export function filesByPath(files: Iterable<File> | null): Map<string, File> {
  const byPath = new Map<string, File>();
  for (const file of files ?? []) {
    byPath.set(file.webkitRelativePath || file.name, file);
    checkCount(byPath.size);
  }
  return byPath;
}

const MAX_FILES = 10_000;
const MAX_DEPTH = 32;

type Dropped = File | FileSystemFileEntry | FileSystemDirectoryEntry;
type DroppedFile = File | FileSystemFileEntry;

interface Found<Item> {
  readonly path: string;
  readonly depth: number;
  readonly item: Item;
}

/** Awaits nothing. Not every browser has entries, and not everything dropped has one. */
function droppedOf({ items }: DataTransfer): Dropped[] {
  const files = Array.from(items ?? []).filter((item) => item.kind === 'file');
  return files
    .map((item) => (item.webkitGetAsEntry?.() as Dropped | null | undefined) ?? item.getAsFile())
    .filter((item) => item !== null);
}

/** Shallow before deep. */
async function walk(dropped: Dropped[]): Promise<Found<DroppedFile>[]> {
  const queue: Found<Dropped>[] = dropped.map((item) => ({ path: item.name, depth: 0, item }));
  const files: Found<DroppedFile>[] = [];
  for (const { path, depth, item } of queue) {
    checkCount(queue.length);
    if (!isFolder(item)) {
      files.push({ path, depth, item });
      continue;
    }
    checkDepth(depth + 1, path);
    for (const child of await childrenOf(item)) {
      queue.push({ path: `${path}/${child.name}`, depth: depth + 1, item: child });
    }
  }
  return files;
}

function isFolder(item: Dropped): item is FileSystemDirectoryEntry {
  return 'isDirectory' in item && item.isDirectory;
}

/** Browsers give a hundred at a time, and none at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<Dropped[]> {
  const reader = folder.createReader();
  const children: Dropped[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return children;
    checkCount(children.length + batch.length);
    children.push(...(batch as Dropped[]));
  }
}

function fileOf(item: DroppedFile): Promise<File> | File {
  if (!('isFile' in item)) return item;
  return new Promise((resolve, reject) => {
    item.file(resolve, reject);
  });
}

function checkCount(count: number): void {
  if (count <= MAX_FILES) return;
  const message = 'there are more than 10,000 files and folders; the folder of the model alone is enough';
  throw new MmdFormatError(message, { code: 'too-large', section: 'dropped files' });
}

function checkDepth(depth: number, path: string): void {
  if (depth <= MAX_DEPTH) return;
  throw new MmdFormatError(`${path} lies more than 32 folders deep`, {
    code: 'too-large',
    section: 'dropped files',
  });
}
