import { packZip, unpackZip } from '@odori/format/internal';
import { type ItemFile, parseJson } from './item-file.js';
import { ShelfError } from './shelf-error.js';
import { toShelfItem } from './shelf-item.js';

/** The file of a zip that says what its folders are. */
const LIST = 'odori-shelf.json';
/** The extensions of pictures by media type. */
const PICTURES: readonly (readonly [type: string, extension: string])[] = [
  ['image/webp', 'webp'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
];
/** Of the items of a zip. Their pictures come in addition. */
const MAX_BYTES = 2 ** 30;
const LIMITS = { files: 100_000, bytes: 2 * MAX_BYTES };

/**
 * A zip of some items.
 *
 * @throws {@link ShelfError} (as rejection) `too-large`.
 */
export async function writeShelfZip(items: readonly ItemFile[]): Promise<Blob> {
  const bytes = items.reduce((sum, { item }) => sum + item.bytes, 0);
  if (bytes > MAX_BYTES) {
    throw new ShelfError('more than 1 GiB does not fit into one zip: export fewer items', 'too-large');
  }
  const files = new Map<string, Uint8Array>();
  const list: unknown[] = [];
  for (const [i, { item, thumbnail, files: inside }] of items.entries()) {
    const folder = `${i + 1} ${folderName(item.name)}`;
    list.push({ ...item, folder });
    for (const [path, file] of inside) files.set(`${folder}/files/${path}`, await bytesOf(file));
    const [, extension] = PICTURES.find(([type]) => type === thumbnail?.type) ?? [];
    if (extension) files.set(`${folder}/thumbnail.${extension}`, await bytesOf(thumbnail!));
  }
  files.set(LIST, new TextEncoder().encode(JSON.stringify({ version: 1, items: list }, undefined, 1)));
  return new Blob([packZip(files, 0)], { type: 'application/zip' });
}

/**
 * The items of a zip.
 *
 * @throws {@link ShelfError} (as rejection) `not-a-shelf`; `FilesError` for a broken zip.
 */
export async function readShelfZip(zip: Blob): Promise<ItemFile[]> {
  const files = await unpackZip(await zip.arrayBuffer(), LIMITS);
  const text = files.get(LIST);
  const list = text && (parseJson(new TextDecoder().decode(text)) as { items?: unknown } | null | undefined);
  if (!Array.isArray(list?.items)) {
    throw new ShelfError(`this zip is no shelf: it has no ${LIST} that can be read`, 'not-a-shelf');
  }
  return list.items.flatMap((entry: unknown) => readEntry(entry, files) ?? []);
}

type Unzipped = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Undefined for an entry that is broken, or without files. */
function readEntry(entry: unknown, zip: Unzipped): ItemFile | undefined {
  const { folder } = (entry ?? {}) as { folder?: unknown };
  if (typeof folder !== 'string') return undefined;
  const start = `${folder}/files/`;
  const inside = [...zip].filter(([path]) => path.startsWith(start));
  const files = new Map(inside.map(([path, bytes]) => [path.slice(start.length), new Blob([bytes])]));
  const bytes = inside.reduce((sum, [, { length }]) => sum + length, 0);
  const item = toShelfItem({ ...(entry as object), bytes });
  return item && files.size > 0 ? { item, files, thumbnail: pictureIn(folder, zip) } : undefined;
}

function pictureIn(folder: string, zip: Unzipped): Blob | undefined {
  for (const [type, extension] of PICTURES) {
    const bytes = zip.get(`${folder}/thumbnail.${extension}`);
    if (bytes) return new Blob([bytes], { type });
  }
  return undefined;
}

/** Without signs that file systems refuse. */
function folderName(name: string): string {
  const plain = name.replaceAll(/[\\/:*?"<>|.\p{Cc}\s]+/gu, ' ').trim();
  return plain.slice(0, 60).trim() || 'untitled';
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
