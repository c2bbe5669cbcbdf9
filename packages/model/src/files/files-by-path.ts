import { FilesError } from '@odori/format';
import { unpackZip, type ZipOptions } from '@odori/format/internal';

/**
 * The files and folders that were dropped on a page, by path, for example `miku/tex/face.png`.
 *
 * Call it in the `drop` listener before the first `await`: afterwards the browser discards the dropped items.
 * It reads names only, not contents: a zip is one file, which {@link readZip} unpacks. Rejects with the
 * browser's error if a file or folder was removed in the meantime.
 *
 * @throws {@link FilesError} `too-large` (as rejection): more than 10,000 files and folders, or more than 32
 * levels.
 * @example
 * page.addEventListener('drop', async (event) => {
 *   event.preventDefault();
 *   const files = await readDroppedFiles(event.dataTransfer); // → Map { 'miku/miku.pmx' → File, … }
 * });
 */
export async function readDroppedFiles(transfer: DataTransfer | null): Promise<Map<string, File>> {
  if (!transfer) return new Map();
  const dropped = itemsOf(transfer);
  if (dropped.length === 0) return filesByPath(transfer.files);
  const found = await findFiles(dropped);
  return new Map(await Promise.all(found.map(async ({ path, item }) => [path, await fileOf(item)] as const)));
}

/**
 * The files of an `<input type="file">`, by path if it has `webkitdirectory`, else by name. O(files).
 *
 * @throws {@link FilesError} `too-large`: more than 10,000 files.
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

/**
 * The files of a zip, by path, ready for the loaders.
 *
 * Names that are not marked as UTF-8 are decoded as UTF-8 or Shift_JIS, or in the code page in which the
 * textures of its PMX models are found. `encoding` says it where it cannot be found out, for example in a zip
 * without a PMX.
 *
 * @throws {@link FilesError} (as rejection); its `code` says why.
 * @example
 * await readZip(bytes); // → Map { 'miku/miku.pmx' → Blob, 'miku/tex/顔.png' → Blob }
 * await readZip(textureBytes, { encoding: 'gbk' }); // → Map { '贴图/脸.png' → Blob }
 */
export async function readZip(
  bytes: Uint8Array | ArrayBuffer,
  options: ZipOptions = {},
): Promise<Map<string, Blob>> {
  const files = await unpackZip(bytes, options);
  return new Map(Array.from(files, ([path, file]) => [path, new Blob([file])]));
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

/** Synchronous. Some browsers have no entries, and some dropped items have none. */
function itemsOf({ items }: DataTransfer): Dropped[] {
  const files = Array.from(items ?? []).filter((item) => item.kind === 'file');
  return files
    .map((item) => (item.webkitGetAsEntry?.() as Dropped | null | undefined) ?? item.getAsFile())
    .filter((item) => item !== null);
}

/** All files in the dropped items and their folders, shallow ones first. */
async function findFiles(dropped: Dropped[]): Promise<Found<DroppedFile>[]> {
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

/** Browsers return up to a hundred entries at a time, and none at the end. */
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
  const message = 'there are more than 10,000 files and folders: drop only the folder of the model';
  throw new FilesError(message, 'too-large');
}

function checkDepth(depth: number, path: string): void {
  if (depth <= MAX_DEPTH) return;
  const message = `${path} is more than 32 folders deep: drop only the folder of the model`;
  throw new FilesError(message, 'too-large', path);
}
