import type { FileStore } from './file-store.js';
import { type ItemFile, packItem, parseJson, type ShelfFiles, unpackItem } from './item-file.js';
import { openStore } from './open-store.js';
import { readIndex, tidy, writeIndex } from './shelf-index.js';
import { isId, PICTURE_TYPES, type ShelfItem, type ShelfKind, toShelfItem } from './shelf-item.js';
import { ShelfError } from './shelf-error.js';

/** Options of {@link Shelf.open}. @inline */
export interface ShelfOptions {
  /** Letters, digits and `-`. Pages of one origin that give the same name share the shelf. */
  name?: string; // 'odori-shelf'
}

/** What is to be kept. */
export interface NewShelfItem {
  readonly kind: ShelfKind;
  readonly name: string;
  /** Files by path, one at least, as they were dropped: a model comes with its textures. */
  readonly files: ShelfFiles;
  /** The author's terms, as they stand in the model. */
  readonly terms?: string | undefined;
  /** A small picture: WebP, PNG or JPEG, as its `type` says. */
  readonly thumbnail?: Blob | undefined;
}

/** How much room there is. */
export interface ShelfSpace {
  /** Bytes of all items. */
  readonly used: number;
  /** Bytes that the browser still allows the page, about; undefined if it does not say. */
  readonly free: number | undefined;
  /** Whether less than a tenth of all that the browser allows is free. */
  readonly isTight: boolean;
  /** Whether the browser keeps the files when the device runs out of room, see {@link Shelf.persist}. */
  readonly isPersistent: boolean;
}

/** Where somebody was: an item, and the seconds in it. */
export interface ShelfPlace {
  readonly id: string;
  readonly seconds: number;
  /** The items that are shown with it, such as a dancer and a stage. */
  readonly beside?: readonly string[]; // []
}

/** The name of the file with the {@link ShelfPlace}. */
const PLACE = 'place';
const NAME = /^[a-z\d-]{1,40}$/i;
/** Room for the list of items, and for what the browser itself notes. */
const RESERVE_BYTES = 2 ** 20;

/**
 * Models, dances, songs and stages that stay in the browser until they are removed: in the origin private
 * file system, or in the Cache API where that is missing. Nothing leaves the device.
 *
 * An item is kept when the promise of {@link keep} resolves. It then survives reloads, crashes and other
 * tabs; a browser may still clear everything if its user wishes, or if the device is full and {@link persist}
 * did not succeed. Shelves of one name in several tabs show the same items.
 *
 * Fires `change` when items come, go or get another name, in any tab.
 *
 * @example
 * const shelf = await Shelf.open();
 * const item = await shelf.keep({ kind: 'dance', name: 'Night', files: new Map([['night.vmd', file]]) });
 * await shelf.files(item.id); // → Map { 'night.vmd' → Blob }
 */
export class Shelf extends EventTarget {
  readonly #store: FileStore;
  readonly #name: string;
  readonly #channel: BroadcastChannel;
  #items: readonly ShelfItem[] = [];

  private constructor(store: FileStore, name: string) {
    super();
    this.#store = store;
    this.#name = name;
    this.#channel = new BroadcastChannel(name);
    this.#channel.addEventListener('message', () => {
      this.#reload().catch(() => undefined); // the next call says why
    });
  }

  /**
   * Opens the shelf, and removes what a crash has left half written. O(items).
   *
   * @throws {@link ShelfError} (as rejection) `no-storage`, `newer`; RangeError for another kind of name.
   */
  static async open({ name = 'odori-shelf' }: ShelfOptions = {}): Promise<Shelf> {
    if (!NAME.test(name)) throw new RangeError(`the name must be letters, digits and -, not ${name}`);
    const shelf = new Shelf(await openStore(name), name);
    try {
      shelf.#items = await shelf.#alone(() => tidy(shelf.#store));
    } catch (error) {
      shelf.close();
      throw error;
    }
    return shelf;
  }

  /** All items, in the order in which they were kept. A change makes a new list. */
  get items(): readonly ShelfItem[] {
    return this.#items;
  }

  /**
   * Keeps some files. Resolves when nothing but their removal can lose them.
   *
   * @throws {@link ShelfError} (as rejection) `full`: nothing was changed; TypeError (as rejection) for
   *   another kind of item or of thumbnail, or without files.
   */
  async keep({ kind, name, files, terms = '', thumbnail }: NewShelfItem): Promise<ShelfItem> {
    const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
    const item = toShelfItem({ id: crypto.randomUUID(), kind, name, terms, bytes, added: Date.now() });
    if (!item) throw new TypeError(`a shelf has no items of the kind ${kind}`);
    if (files.size === 0) throw new TypeError('there is nothing to keep: give at least one file');
    if (thumbnail && !PICTURE_TYPES.has(thumbnail.type)) {
      throw new TypeError(
        `the thumbnail must be WebP, PNG or JPEG, not ${thumbnail.type || 'without a type'}`,
      );
    }
    await this.#add({ item, files, thumbnail });
    return item;
  }

  /**
   * The files of an item, by path. They are read when somebody reads them. O(files).
   *
   * @throws {@link ShelfError} (as rejection) `not-found`.
   */
  async files(id: string): Promise<ShelfFiles> {
    return (await this.#file(id)).files;
  }

  /**
   * The picture of an item; undefined if it has none.
   *
   * @throws {@link ShelfError} (as rejection) `not-found`.
   */
  async thumbnail(id: string): Promise<Blob | undefined> {
    return (await this.#file(id)).thumbnail;
  }

  /** @throws {@link ShelfError} (as rejection) `not-found`, `full`. */
  async rename(id: string, name: string): Promise<void> {
    await this.#change(async (items) => {
      if (!items.some((item) => item.id === id)) throw notFound();
      return items.map((item) => (item.id === id ? toShelfItem({ ...item, name })! : item));
    });
  }

  /** Removes an item, if it is still there. */
  async remove(id: string): Promise<void> {
    await this.#removeWhere((item) => item.id === id);
  }

  /** Removes all items, and forgets the {@link place}. */
  async removeAll(): Promise<void> {
    await this.#removeWhere(() => true);
    await this.#alone(() => this.#store.remove(PLACE));
  }

  /** How much room the items take, and how much is left. */
  async space(): Promise<ShelfSpace> {
    const { storage } = navigator as Partial<Navigator>;
    const estimate = await storage?.estimate?.().catch(() => undefined); // it does not say
    const { quota, usage = 0 } = estimate ?? {};
    const free = quota === undefined ? undefined : Math.max(quota - usage, 0);
    return {
      used: this.#items.reduce((sum, { bytes }) => sum + bytes, 0),
      free,
      isTight: free !== undefined && free < quota! / 10,
      isPersistent: (await storage?.persisted?.().catch(() => false)) ?? false,
    };
  }

  /**
   * Asks the browser to keep the files when the device runs out of room. Some browsers ask the user: call it
   * after a click. Returns whether it will.
   */
  async persist(): Promise<boolean> {
    return (await navigator.storage?.persist?.()) ?? false;
  }

  /**
   * Where somebody was when the page was closed; undefined at first, or if the item is gone. Items beside it
   * that are gone are left out.
   */
  async place(): Promise<ShelfPlace | undefined> {
    // not while another tab writes it: the file that it replaces cannot be read any more
    const place = await this.#alone(async () =>
      parseJson((await (await this.#store.read(PLACE))?.text()) ?? ''),
    );
    const { id, seconds, beside } = (place ?? {}) as Record<keyof ShelfPlace, unknown>;
    const isHere = (each: unknown): each is string =>
      isId(each) && this.#items.some((item) => item.id === each);
    if (!isHere(id) || typeof seconds !== 'number' || !(seconds >= 0)) return undefined;
    return { id, seconds, beside: Array.isArray(beside) ? beside.filter(isHere) : [] };
  }

  /**
   * Remembers where somebody is. The last call wins, of whichever tab.
   *
   * @throws {@link ShelfError} (as rejection) `full`.
   */
  async setPlace({ id, seconds, beside = [] }: ShelfPlace): Promise<void> {
    try {
      const place = new Blob([JSON.stringify({ id, seconds, beside })]);
      await this.#alone(() => this.#store.write(PLACE, place));
    } catch (error) {
      throw asShelfError(error);
    }
  }

  /**
   * A zip of some items, with a folder for each: models as their authors packed them, dances as any program
   * opens them. A path that leads out of its folder gets another one. All of it is in memory, three times for
   * a moment.
   *
   * @throws {@link ShelfError} (as rejection) `too-large` above 1 GiB or 65,535 files; `not-found`.
   */
  async exportZip(ids: Iterable<string> = this.#items.map(({ id }) => id)): Promise<Blob> {
    const { writeShelfZip } = await import('./shelf-zip.js');
    const files: ItemFile[] = [];
    for (const id of ids) files.push(await this.#file(id));
    return writeShelfZip(files);
  }

  /**
   * Keeps the items of a zip that {@link exportZip} made, of this or another device, and returns those that
   * are new.
   *
   * @throws {@link ShelfError} (as rejection) `not-a-shelf`; `full`: the items before are kept. `FilesError`
   * of `@odori/model` for a broken zip.
   */
  async importZip(zip: Blob): Promise<ShelfItem[]> {
    const { readShelfZip } = await import('./shelf-zip.js');
    const added: ShelfItem[] = [];
    for await (const file of readShelfZip(zip)) {
      if (this.#items.some(({ id }) => id === file.item.id)) continue;
      await this.#add(file);
      added.push(file.item);
    }
    return added;
  }

  /** Ends what other tabs tell this one. Everything stays on the shelf. */
  close(): void {
    this.#channel.close();
  }

  /** The files first, the list last: an item that is listed is whole. */
  async #add(file: ItemFile): Promise<void> {
    const { id } = file.item;
    const packed = packItem(file);
    await this.#checkRoom(packed.size);
    await this.#change(async (items) => {
      if (items.some((item) => item.id === id)) return items; // another tab imports the same zip
      await this.#store.write(id, packed);
      return [...items, file.item];
    });
  }

  /** The files first: where there is no room at all, the list can then be written. */
  async #removeWhere(isGone: (item: ShelfItem) => boolean): Promise<void> {
    await this.#change(async (items) => {
      for (const { id } of items.filter(isGone)) await this.#store.remove(id);
      return items.filter((item) => !isGone(item));
    });
  }

  async #checkRoom(bytes: number): Promise<void> {
    const { free } = await this.space();
    if (free !== undefined && free < bytes + RESERVE_BYTES) throw full();
  }

  async #file(id: string): Promise<ItemFile> {
    const item = this.#items.find((each) => each.id === id);
    const file = item && (await this.#store.read(id));
    const found = file && (await unpackItem(file));
    if (!found) throw notFound();
    return { ...found, item };
  }

  /** Changes the list, while no other tab does. What a failure has left is removed. */
  async #change(change: (items: readonly ShelfItem[]) => Promise<readonly ShelfItem[]>): Promise<void> {
    const store = this.#store;
    try {
      this.#items = await this.#alone(async () => {
        const items = await change(await readIndex(store));
        await writeIndex(store, items);
        return items;
      });
    } catch (error) {
      const { length } = this.#items;
      // if this fails, too, the next opening tries again
      this.#items = await this.#alone(() => tidy(store)).catch(() => this.#items);
      if (this.#items.length !== length) this.#tell();
      throw asShelfError(error);
    }
    this.#tell();
  }

  #tell(): void {
    this.dispatchEvent(new Event('change'));
    this.#channel.postMessage('change');
  }

  /** Another tab has changed the shelf. */
  async #reload(): Promise<void> {
    this.#items = await this.#alone(() => readIndex(this.#store));
    this.dispatchEvent(new Event('change'));
  }

  #alone<T>(task: () => Promise<T>): Promise<T> {
    return navigator.locks.request(this.#name, task);
  }
}

function notFound(): ShelfError {
  return new ShelfError('the shelf has no such item: it was removed, perhaps in another tab', 'not-found');
}

function full(cause?: unknown): ShelfError {
  const message =
    'there is not enough room for it: remove something from the shelf, or free room on the device';
  return new ShelfError(message, 'full', { cause });
}

function asShelfError(error: unknown): unknown {
  return error instanceof Error && error.name === 'QuotaExceededError' ? full(error) : error;
}
