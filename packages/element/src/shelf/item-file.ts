import { isCount, type ShelfItem, toShelfItem } from './shelf-item.js';

/** Files by path, as they were dropped. */
export type ShelfFiles = ReadonlyMap<string, Blob>;

/** All of an item, in one file: what it is, its picture, its files. */
export interface ItemFile {
  readonly item: ShelfItem;
  readonly thumbnail: Blob | undefined;
  /** Parts of the file: nothing is read until they are. */
  readonly files: ShelfFiles;
}

/**
 * The layout: the signature, 8 bytes; the length of the header, 4 bytes, little-endian; the header, JSON in
 * UTF-8; the picture; the files, one after the other. Each file says by itself what it is, so that a shelf
 * without its index can be put in order again.
 */
const SIGNATURE = 'ODSHELF1';
const HEADER_OFFSET =
  8 + // the signature
  4; // the length of the header

interface Part {
  readonly path: string;
  readonly size: number;
  readonly type: string;
}

interface Header {
  readonly item: unknown;
  readonly thumbnail: Part | undefined;
  readonly files: readonly Part[];
}

/** One file with all of an item. Copies nothing. */
export function packItem({ item, thumbnail, files }: ItemFile): Blob {
  const header = {
    item,
    thumbnail: thumbnail && partOf('', thumbnail),
    files: [...files].map(([path, file]) => partOf(path, file)),
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, json.length, true);
  return new Blob([SIGNATURE, length, json, ...(thumbnail ? [thumbnail] : []), ...files.values()]);
}

/** What a file is; undefined if it is no whole item: its writing was cut off, or it is something else. */
export async function unpackItem(file: Blob): Promise<ItemFile | undefined> {
  const head = await file.slice(0, HEADER_OFFSET).arrayBuffer();
  if (head.byteLength < HEADER_OFFSET) return undefined;
  if (new TextDecoder('latin1').decode(head.slice(0, 8)) !== SIGNATURE) return undefined;
  const headerBytes = new DataView(head).getUint32(8, true);
  const start = HEADER_OFFSET + headerBytes;
  if (start > file.size) return undefined;
  const header = toHeader(await file.slice(HEADER_OFFSET, start).text());
  const item = toShelfItem(header?.item);
  if (!header || !item) return undefined;
  return cutParts(file, start, item, header);
}

function cutParts(file: Blob, start: number, item: ShelfItem, header: Header): ItemFile | undefined {
  let offset = start;
  const cut = ({ size, type }: Part): Blob => file.slice(offset, (offset += size), type);
  const thumbnail = header.thumbnail && cut(header.thumbnail);
  const files = new Map(header.files.map((part) => [part.path, cut(part)]));
  return offset === file.size ? { item, thumbnail, files } : undefined;
}

function toHeader(json: string): Header | undefined {
  const value = parseJson(json) as { item?: unknown; thumbnail?: unknown; files?: unknown } | undefined;
  if (typeof value !== 'object' || value === null || !Array.isArray(value.files)) return undefined;
  const files = value.files.map(toPart);
  const thumbnail = value.thumbnail === undefined ? undefined : toPart(value.thumbnail);
  const isWhole = files.every((part) => part !== undefined) && (thumbnail || value.thumbnail === undefined);
  return isWhole ? { item: value.item, thumbnail, files } : undefined;
}

function toPart(value: unknown): Part | undefined {
  const { path, size, type } = (value ?? {}) as Record<keyof Part, unknown>;
  if (typeof path !== 'string' || typeof type !== 'string' || !isCount(size)) return undefined;
  return { path, size, type };
}

function partOf(path: string, { size, type }: Blob): Part {
  return { path, size, type };
}

/** Undefined if the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
