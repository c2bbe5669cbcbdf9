import type { OdoriPlayerElement } from '@odori/element';
import { Shelf, ShelfError, type ShelfErrorCode, type ShelfItem } from '@odori/element/shelf';
import { byId, element } from '../../../shared/dom.js';
import { nameText } from '../../../shared/file-text.js';
import { saveFile } from '../../../shared/files.js';
import { say } from '../../../shared/language/texts.js';
import { sizeText } from '../../../shared/number-text.js';
import { problemText } from '../../../shared/problem-text.js';
import type { PlayerShow } from '../../../shared/show/player-show.js';
import { askForName, confirmRemoval, itemRow, showThumbnail } from './item-row.js';
import { keepOffer, namesText } from './keep-offer.js';
import { isPlayable, ShelfPlayer } from './shelf-player.js';
import { thumbnailOf } from './thumbnail.js';

const PROBLEMS: Readonly<Record<ShelfErrorCode, string>> = {
  'no-storage': 'This browser keeps no files for this page. A window that is not private may do.',
  full: 'There is not enough room for it. Remove something from the shelf, or free room on the device.',
  'not-found': 'It is not on the shelf any more. It was removed, perhaps in another tab.',
  'not-a-shelf': 'This zip is no shelf. Choose one that was exported here.',
  'too-large': 'One zip holds at most 1 GB and 65,535 files. Remove something first.',
  newer: 'A newer version of this page wrote the shelf. Reload the page.',
};

/** The panel "Shelf": what a visitor keeps, with a playlist. The card offers to keep what is shown. */
export class ShelfPanel {
  readonly plays: ShelfPlayer;
  readonly #player: OdoriPlayerElement;
  readonly #shelf: Shelf;
  readonly #showPanel: () => void;
  /** In the card or in the panel, whichever is open. */
  readonly #offer = byId('shelf-offer', HTMLElement);
  readonly #list = byId('shelf-items', HTMLUListElement);
  readonly #removeAll = byId('shelf-remove-all', HTMLElement);
  readonly #note = byId('shelf-note', HTMLElement);
  /** The rows of the items, by id, with the names that they show. */
  readonly #rows = new Map<string, { readonly name: string; readonly row: HTMLLIElement }>();
  #isKeeping = false;

  private constructor(player: OdoriPlayerElement, show: PlayerShow, shelf: Shelf, showPanel: () => void) {
    this.#player = player;
    this.#shelf = shelf;
    this.#showPanel = showPanel;
    this.plays = new ShelfPlayer(player, show, shelf, (action) => this.#try(action));
    shelf.addEventListener('change', () => {
      this.#keptNote.textContent = ''; // it may be gone again
      this.update();
    });
    this.#connect();
    this.update();
  }

  /**
   * Opens the shelf of the browser. Without one, the panel says why. `showPanel` opens the panel.
   */
  static async open(
    player: OdoriPlayerElement,
    show: PlayerShow,
    showPanel: () => void,
  ): Promise<ShelfPanel | undefined> {
    try {
      return new ShelfPanel(player, show, await Shelf.open(), showPanel);
    } catch (error) {
      byId('shelf-note', HTMLElement).textContent = textOf(error);
      return undefined;
    }
  }

  /** The player shows something else. To be called before it is drawn. */
  noteChange(): void {
    this.plays.noteChange();
    this.#keptNote.textContent = '';
    this.update();
  }

  /** A panel opens. */
  moveOffer(name: string): void {
    if (name === 'card') byId('card', HTMLElement).append(this.#offer);
    if (name === 'shelf') byId('shelf-empty', HTMLElement).after(this.#offer);
  }

  /** Shows what is on the shelf and how much room there is. */
  update(): void {
    const { items } = this.#shelf;
    const shown = this.plays.shown;
    const sorted = items.toSorted((a, b) => Number(isPlayable(b)) - Number(isPlayable(a)));
    const rows = sorted.map((item) => this.#rowOf(item));
    for (const [i, row] of rows.entries())
      row.querySelector('.open')?.setAttribute('aria-current', String(shown.includes(sorted[i].id)));
    for (const id of this.#rows.keys()) if (!items.some((item) => item.id === id)) this.#rows.delete(id);
    this.#showRows(rows);
    byId('shelf-empty', HTMLElement).hidden = items.length > 0;
    byId('shelf-playlist', HTMLElement).hidden = this.plays.list.ids.length < 2;
    for (const id of ['shelf-export', 'shelf-remove-all']) byId(id, HTMLElement).hidden = items.length === 0;
    this.#updateOffer();
    void this.#updateRoom();
  }

  /** Keeps what is in a zip that a shelf has exported. */
  import(zip: Blob): Promise<void> {
    return this.#try(async () => {
      this.#note.textContent = say('Reading the files…');
      const added = await this.#shelf.importZip(zip);
      this.#note.textContent =
        added.length > 0
          ? say('Kept: {names}.', { names: namesText(added) })
          : say('All of this zip is on the shelf already.');
    });
  }

  #connect(): void {
    const { list } = this.plays;
    const shuffle = byId('shelf-shuffle', HTMLButtonElement);
    shuffle.addEventListener('click', () => {
      list.isShuffled = !list.isShuffled;
      shuffle.setAttribute('aria-pressed', String(list.isShuffled));
    });
    this.#onClick('shelf-previous', () => this.plays.previous());
    this.#onClick('shelf-next', () => this.plays.next());
    this.#onClick('shelf-export', () => this.#try(() => this.#export()));
    byId('shelf-import', HTMLInputElement).addEventListener('change', ({ target }) => {
      const input = target as HTMLInputElement;
      const [file] = input.files ?? [];
      input.value = ''; // so that the same file can be chosen again
      if (file) void this.import(file);
    });
    this.#showRemoveAll();
    byId('shelf-actions', HTMLElement).hidden = false;
    this.#note.textContent = '';
  }

  #onClick(id: string, action: () => Promise<void>): void {
    byId(id, HTMLButtonElement).addEventListener('click', () => void action());
  }

  /** The note says what went wrong. */
  async #try(action: () => Promise<void>, note = this.#note): Promise<void> {
    try {
      note.textContent = '';
      await action();
    } catch (error) {
      note.textContent = textOf(error);
    }
  }

  /** A row that stays is not touched: the visitor may write into it. */
  #showRows(rows: readonly HTMLElement[]): void {
    const list = this.#list;
    const hadFocus = list.contains(document.activeElement);
    const gone = Array.from(list.children).filter((child) => !rows.includes(child as HTMLElement));
    for (const row of gone) row.remove();
    for (const [i, row] of rows.entries())
      if (row !== list.children[i]) list.insertBefore(row, list.children[i] ?? null);
    if (hadFocus && !list.contains(document.activeElement)) this.#focusList();
  }

  #rowOf(item: ShelfItem): HTMLLIElement {
    const known = this.#rows.get(item.id);
    if (known && (known.name === item.name || isAsking(known.row))) return known.row;
    const row = itemRow(item, {
      open: () => void this.plays.open(item.id),
      rename: () => this.#askToRename(item, row),
      remove: () => this.#askToRemove(item, row),
    });
    this.#rows.set(item.id, { name: item.name, row });
    this.#shelf.thumbnail(item.id).then(
      (picture) => picture && showThumbnail(row, picture),
      () => undefined, // a row without its picture says enough
    );
    return row;
  }

  #askToRemove(item: ShelfItem, row: HTMLElement): void {
    const question = say('Remove {name} from this browser?', { name: nameText(item.name) });
    confirmRemoval(row, question, (isSure) => {
      this.#rows.delete(item.id); // it is drawn anew if it stays
      const back = (): void => this.#backToRow(item, '.remove');
      if (isSure) void this.#try(() => this.#shelf.remove(item.id)).then(back);
      else back();
    });
  }

  #askToRename(item: ShelfItem, row: HTMLElement): void {
    askForName(row, item.name, async (name) => {
      this.#rows.delete(item.id);
      if (name !== undefined) await this.#try(() => this.#shelf.rename(item.id, name));
      this.#backToRow(item, '.rename');
    });
  }

  /** The row shows the item again, if it is still there. The focus goes to one of its buttons. */
  #backToRow({ id }: ShelfItem, button: string): void {
    this.update();
    const place = this.#rows.get(id)?.row.querySelector<HTMLElement>(button);
    if (place) place.focus();
    else this.#focusList();
  }

  /** The focus was on something that is gone. */
  #focusList(): void {
    (this.#list.querySelector<HTMLElement>('button') ?? byId('shelf', HTMLElement)).focus();
  }

  #showRemoveAll(): void {
    const button = element('button', { type: 'button' }, say('Remove all…'));
    button.addEventListener('click', () => {
      const { length } = this.#shelf.items;
      confirmRemoval(
        this.#removeAll,
        say('Remove all {count} from this browser?', { count: length }),
        (isSure) => {
          this.#showRemoveAll();
          if (isSure) void this.#try(() => this.#shelf.removeAll()).then(() => this.#focusList());
          else this.#removeAll.querySelector('button')!.focus();
        },
      );
    });
    this.#removeAll.replaceChildren(button);
  }

  #updateOffer(): void {
    const [place] = this.#offer.children;
    const parts = this.plays.unkept;
    if (parts.length > 0) {
      const keep = (): void => void this.#keep();
      place.replaceChildren(...keepOffer(parts, this.#isKeeping, keep));
    } else if (this.plays.shown.length > 0) {
      const button = element('button', { type: 'button', class: 'to-shelf' }, say('On the shelf'));
      button.addEventListener('click', this.#showPanel);
      place.replaceChildren(button);
    } else place.replaceChildren();
  }

  /** Says what has just been kept, beside the offer. */
  get #keptNote(): HTMLElement {
    return this.#offer.querySelector<HTMLElement>('[role=status]')!;
  }

  /** Keeps all parts of what is shown that are not kept yet. */
  async #keep(): Promise<void> {
    const asking = this.#shelf.persist().catch(() => false); // some browsers ask, after a click only
    this.#isKeeping = true;
    this.#updateOffer();
    const parts = this.plays.unkept;
    const note = this.#keptNote;
    await this.#try(async () => {
      for (const part of parts) {
        const thumbnail = await thumbnailOf(part, this.#player);
        this.plays.learn(part, await this.#shelf.keep({ ...part, files: await part.files(), thumbnail }));
      }
      await asking;
      note.textContent = say('Kept: {names}.', { names: namesText(parts) });
    }, note);
    this.#isKeeping = false;
    this.update();
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !this.#offer.contains(activeElement);
    if (!isElsewhere) this.#offer.querySelector('button')?.focus();
  }

  async #export(): Promise<void> {
    this.#note.textContent = say('Packing the shelf…');
    saveFile(await this.#shelf.exportZip(), 'odori-shelf.zip');
    this.#note.textContent = say('Saved. Import the zip here on another device.');
  }

  async #updateRoom(): Promise<void> {
    const { used, free, isTight, isPersistent } = await this.#shelf.space();
    const isUsed = used > 0;
    const size = sizeText(used);
    const lines = [
      free === undefined
        ? say('{size} used', { size })
        : say('{size} used, about {free} left', { size, free: sizeText(free) }),
      ...(isUsed && !isPersistent ? [say('The browser may clear the shelf when the device is full.')] : []),
    ];
    const shown = isUsed || isTight ? lines : [];
    byId('shelf-room', HTMLElement).replaceChildren(...shown.map((line) => element('span', {}, line)));
    byId('shelf-tight', HTMLElement).hidden = !isTight;
  }
}

/** Is the row a question, or a field for a name? */
function isAsking(row: HTMLElement): boolean {
  return row.querySelector('.confirm') !== null;
}

function textOf(error: unknown): string {
  return error instanceof ShelfError ? say(PROBLEMS[error.code]) : problemText(error);
}
