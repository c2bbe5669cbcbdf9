import type { FileStore } from './file-store.js';
import { parseJson, unpackItem } from './item-file.js';
import { ShelfError } from './shelf-error.js';
import { isId, type ShelfItem, toShelfItem } from './shelf-item.js';

/** The name of the file that lists the items. An item is kept when it is in this list, not before. */
const INDEX = 'index';
const VERSION = 1;

/**
 * The items, in the order in which they were kept.
 *
 * Without a list, or with a broken one, they are those whose files are whole.
 *
 * @throws {@link ShelfError} (as rejection) `newer`.
 */
export async function readIndex(store: FileStore): Promise<ShelfItem[]> {
  return (await listedItems(store)) ?? (await rebuildIndex(store));
}

export async function writeIndex(store: FileStore, items: readonly ShelfItem[]): Promise<void> {
  await store.write(INDEX, new Blob([JSON.stringify({ version: VERSION, items })]));
}

/**
 * Removes files that no item has, whose writing or removing was cut off; returns the items that have a file.
 * No other tab may write meanwhile.
 */
export async function tidy(store: FileStore): Promise<ShelfItem[]> {
  const listed = await listedItems(store);
  const names = new Set((await store.names()).filter(isId));
  const items = (listed ?? (await rebuildIndex(store))).filter(({ id }) => names.delete(id));
  if (items.length !== listed?.length) await writeIndex(store, items);
  for (const name of names) await store.remove(name);
  return items;
}

/** Undefined if there is no list, or a broken one. */
async function listedItems(store: FileStore): Promise<ShelfItem[] | undefined> {
  const file = await store.read(INDEX);
  return file && toItems(await file.text());
}

/** Undefined if the list is broken. */
function toItems(text: string): ShelfItem[] | undefined {
  const index = parseJson(text) as { version?: unknown; items?: unknown } | null | undefined;
  if (typeof index?.version === 'number' && index.version > VERSION) {
    throw new ShelfError('a newer version of this page wrote the shelf: reload the page', 'newer');
  }
  if (index?.version !== VERSION || !Array.isArray(index.items)) return undefined;
  const items = index.items.map(toShelfItem);
  return items.every((item) => item !== undefined) ? items : undefined;
}

async function rebuildIndex(store: FileStore): Promise<ShelfItem[]> {
  const items: ShelfItem[] = [];
  for (const name of (await store.names()).filter(isId)) {
    const file = await store.read(name);
    const found = file && (await unpackItem(file));
    if (found?.item.id === name) items.push(found.item);
  }
  return items.sort((a, b) => a.added - b.added);
}
