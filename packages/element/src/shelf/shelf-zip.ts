import { MAX_ZIP_FILES, packZip, resolvePath, unpackZip } from '@odori/format/internal';
import { type ItemFile, parseJson, type ShelfFiles } from './item-file.js';
import { ShelfError } from './shelf-error.js';
import { PICTURE_TYPES, toShelfItem } from './shelf-item.js';

/** The file of a zip that says what its folders are. */
const LIST = 'odori-shelf.json';
/** Of the items of a zip. Their pictures come in addition. */
const MAX_BYTES = 2 ** 30;
const LIMITS = { files: MAX_ZIP_FILES, bytes: 2 * MAX_BYTES };

/**
 * A zip of some items.
 *
 * @throws {@link ShelfError} (as rejection) `too-large`.
 */
export async function writeShelfZip(items: readonly ItemFile[]): Promise<Blob> {
  checkSize(items);
  const files = new Map<string, Uint8Array>();
  const list: unknown[] = [];
  for (const [i, { item, thumbnail, files: inside }] of items.entries()) {
    const folder = `${i + 1} ${folderName(item.name)}`;
    list.push({ ...item, folder });
    for (const [path, file] of insideFolder(inside))
      files.set(`${folder}/files/${path}`, await bytesOf(file));
    const extension = thumbnail && PICTURE_TYPES.get(thumbnail.type);
    if (extension) files.set(`${folder}/thumbnail.${extension}`, await bytesOf(thumbnail));
  }
  files.set(LIST, new TextEncoder().encode(JSON.stringify({ version: 1, items: list }, undefined, 1)));
  return new Blob([packZip(files, 0)], { type: 'application/zip' });
}

/** Before anything is read. */
function checkSize(items: readonly ItemFile[]): void {
  const bytes = items.reduce((sum, { item }) => sum + item.bytes, 0);
  const count = items.reduce((sum, { files, thumbnail }) => sum + files.size + (thumbnail ? 1 : 0), 1);
  if (bytes <= MAX_BYTES && count <= MAX_ZIP_FILES) return;
  const most = `1 GiB or ${MAX_ZIP_FILES} files`;
  throw new ShelfError(`more than ${most} do not fit into one zip: export fewer items`, 'too-large');
}

/** The files of an item under paths that stay in its folder, each under its own. */
function insideFolder(files: ShelfFiles): ShelfFiles {
  const inside = new Map<string, Blob>();
  for (const [path, file] of files) {
    const safe = safePath(path);
    let free = safe;
    for (let i = 2; inside.has(free); i++) free = `${i}/${safe}`;
    inside.set(free, file);
  }
  return inside;
}

/** The path itself, as long as it stays where it is put. */
function safePath(path: string): string {
  const plain = path.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, '_');
  const names = plain.split(/[\\/]/).filter((name) => !/^[ .]*$/.test(name));
  return resolvePath(plain) ?? (names.join('/') || 'untitled');
}

/**
 * The items of a zip, each made when it is asked for: no file comes twice, whatever the list says.
 *
 * @throws {@link ShelfError} (as rejection) `not-a-shelf`; `FilesError` for a broken zip.
 */
export async function* readShelfZip(zip: Blob): AsyncGenerator<ItemFile, void> {
  const files = await unpackZip(await zip.arrayBuffer(), LIMITS);
  const text = files.get(LIST);
  const list = text && (parseJson(new TextDecoder().decode(text)) as { items?: unknown } | null | undefined);
  if (!Array.isArray(list?.items)) {
    throw new ShelfError(`this zip is no shelf: it has no ${LIST} that can be read`, 'not-a-shelf');
  }
  const folders = byFolder(files);
  for (const entry of list.items as unknown[]) {
    const { folder } = (entry ?? {}) as { folder?: unknown };
    const inside = folders.get(folder);
    folders.delete(folder); // the first entry of a folder has it
    const file = inside && readEntry(entry, inside);
    if (file) yield file;
  }
}

type Unzipped = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** The files of each folder, by the rest of their path. */
function byFolder(zip: Unzipped): Map<unknown, Unzipped> {
  const folders = new Map<unknown, Map<string, Uint8Array<ArrayBuffer>>>();
  for (const [path, bytes] of zip) {
    const [folder, ...rest] = path.split('/');
    if (!folders.has(folder)) folders.set(folder, new Map());
    folders.get(folder)!.set(rest.join('/'), bytes);
  }
  return folders;
}

/** Undefined for an entry that is broken, or without files. */
function readEntry(entry: unknown, folder: Unzipped): ItemFile | undefined {
  const start = 'files/';
  const inside = [...folder].filter(([path]) => path.startsWith(start));
  const files = new Map(inside.map(([path, bytes]) => [path.slice(start.length), new Blob([bytes])]));
  const bytes = inside.reduce((sum, [, { length }]) => sum + length, 0);
  const item = toShelfItem({ ...(entry as object), bytes });
  return item && files.size > 0 ? { item, files, thumbnail: pictureIn(folder) } : undefined;
}

function pictureIn(folder: Unzipped): Blob | undefined {
  for (const [type, extension] of PICTURE_TYPES) {
    const bytes = folder.get(`thumbnail.${extension}`);
    if (bytes) return new Blob([bytes], { type });
  }
  return undefined;
}

/** Without signs that file systems refuse. */
function folderName(name: string): string {
  const plain = name.slice(0, 60).replaceAll(/[\\/:*?"<>|.\p{Cc}\p{Surrogate}\s]+/gu, ' ');
  return plain.trim() || 'untitled';
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
