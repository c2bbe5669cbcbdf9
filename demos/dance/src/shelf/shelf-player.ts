import type { OdoriPlayerElement, PlayerModel } from '@odori/element';
import {
  type DanceMoment,
  fadeFrom,
  momentOf,
  Playlist,
  type Shelf,
  type ShelfItem,
} from '@odori/element/shelf';
import { remember } from '../../../shared/remembered.js';
import type { PlayerShow } from '../../../shared/show/player-show.js';
import { inFolders } from './part-files.js';
import { shownParts, type ShownPart } from './shown-parts.js';

/** Seconds in which one dance goes over into the next one. */
const FADE_SECONDS = 1.5;
/** Seconds of a dance after which the place is remembered anew. */
const PLACE_SECONDS = 5;

/** Is this an item that takes its time, and not a dancer or a stage for it? */
export function isPlayable({ kind }: Pick<ShelfItem, 'kind'>): boolean {
  return kind === 'dance' || kind === 'song' || kind === 'show';
}

/** Says what goes wrong in an action. Never rejects. */
type Attempt = (action: () => Promise<void>) => Promise<void>;

/** What was there before a dance is changed. */
interface LastDance {
  readonly model: PlayerModel;
  readonly moment: DanceMoment;
}

/**
 * Shows items of a shelf in the player of the page, one dance after the other. Knows which items are shown,
 * and remembers them with the time for the next visit. What goes wrong is said by `attempt`.
 */
export class ShelfPlayer {
  readonly list: Playlist;
  readonly #player: OdoriPlayerElement;
  readonly #show: PlayerShow;
  readonly #shelf: Shelf;
  readonly #attempt: Attempt;
  /** The items that were kept or opened, by the keys of their parts. */
  readonly #ids = new Map<string, string>();
  /** The items whose files come into the show now. */
  #opening: readonly ShelfItem[] = [];
  #shown: readonly string[] = [];
  #last: LastDance | undefined;
  #savedSeconds = 0;

  constructor(player: OdoriPlayerElement, show: PlayerShow, shelf: Shelf, attempt: Attempt) {
    this.#player = player;
    this.#show = show;
    this.#shelf = shelf;
    this.#attempt = attempt;
    this.list = new Playlist(this.#playable);
    shelf.addEventListener('change', () => this.#follow());
    player.addEventListener('ended', () => void this.next());
    for (const type of ['pause', 'seeked']) player.addEventListener(type, () => this.#savePlace());
    player.addEventListener('timeupdate', () => {
      if (Math.abs(player.currentTime - this.#savedSeconds) >= PLACE_SECONDS) this.#savePlace();
    });
  }

  /** The ids of the items that are shown now; the one that plays comes first. */
  get shown(): readonly string[] {
    return this.#shown;
  }

  /** The parts of what is shown that are not on the shelf. */
  get unkept(): readonly ShownPart[] {
    const { items } = this.#shelf;
    return shownParts(this.#show, this.#player).filter(
      ({ key }) => !items.some(({ id }) => id === this.#ids.get(key)),
    );
  }

  /** A part is on the shelf from now on. */
  learn({ key }: ShownPart, { id }: ShelfItem): void {
    this.#ids.set(key, id);
    this.noteChange();
  }

  /** Shows items, together. */
  open(...ids: readonly string[]): Promise<void> {
    return this.#attempt(() => this.#open(ids));
  }

  async #open(ids: readonly string[]): Promise<void> {
    const items = this.#shelf.items.filter(({ id }) => ids.includes(id));
    const files = await Promise.all(ids.map((id) => this.#shelf.files(id)));
    await this.#show.openWhole(inFolders(files), () => this.#begin(items));
    if (this.#opening === items) this.#opening = []; // otherwise the next items are on their way already
    this.#savePlace();
  }

  /** Plays the next dance of the shelf. */
  async next(): Promise<void> {
    await this.#go(this.list.next());
  }

  async previous(): Promise<void> {
    await this.#go(this.list.previous());
  }

  /** Shows what was shown at the end of the last visit. */
  continue(): Promise<void> {
    return this.#attempt(async () => {
      const place = await this.#shelf.place();
      if (!place) return;
      await this.#open([place.id, ...(place.beside ?? [])]);
      this.#player.currentTime = place.seconds;
    });
  }

  /** The player shows something else. To be called before it is drawn. */
  noteChange(): void {
    const parts = shownParts(this.#show, this.#player);
    this.#learnOpened(parts);
    this.#fade();
    const items = this.#itemsOf(parts);
    this.#shown = items.map(({ id }) => id);
    const [first] = this.#shown;
    const isListed = first !== undefined && this.list.ids.includes(first);
    this.list.current = isListed ? first : undefined;
    const hasOthers = isListed && this.list.ids.length > 1;
    this.#player.loop = !hasOthers;
    this.#useMediaKeys(hasOthers);
    remember('odori-shelf-continues', items.map(({ kind }) => kind).join(' '));
    this.#savePlace();
  }

  /** The keys of keyboards, headsets and locked screens go to the next dance and to the one before. */
  #useMediaKeys(isUsed: boolean): void {
    const { mediaSession } = navigator as Partial<Navigator>; // some browsers have none
    mediaSession?.setActionHandler('nexttrack', isUsed ? () => void this.next() : null);
    mediaSession?.setActionHandler('previoustrack', isUsed ? () => void this.previous() : null);
  }

  get #playable(): string[] {
    return this.#shelf.items.filter(isPlayable).map(({ id }) => id);
  }

  /** What is played comes first. */
  #itemsOf(parts: readonly ShownPart[]): ShelfItem[] {
    const ids = new Set(parts.map(({ key }) => this.#ids.get(key)));
    const items = this.#shelf.items.filter(({ id }) => ids.has(id));
    return items.toSorted((a, b) => Number(isPlayable(b)) - Number(isPlayable(a)));
  }

  #follow(): void {
    this.list.ids = this.#playable;
    this.noteChange();
  }

  /** The show has the files of the items in parts of its own, some of which may be new. */
  #learnOpened(shown: readonly ShownPart[]): void {
    const parts = shown.filter(({ key }) => !this.#ids.has(key));
    for (const [i, { kind, key }] of parts.entries()) {
      const isTimed = isPlayable({ kind });
      const items = this.#opening.filter((item) => item.kind === kind || (isTimed && isPlayable(item)));
      const before = parts.slice(0, i).filter((part) => part.kind === kind).length;
      const item = items[before] ?? items.at(-1);
      if (item) this.#ids.set(key, item.id);
    }
  }

  async #go(id: string | undefined): Promise<void> {
    if (id !== undefined) await this.open(id);
  }

  /** These items come in place of what is shown, which is as it was: a fitted dance is still fitted. */
  #begin(items: readonly ShelfItem[]): void {
    this.#opening = items;
    const { player, loadedModel: model } = this.#player;
    const moment = model && momentOf(player, model);
    this.#last = moment && { model, moment };
  }

  #fade(): void {
    const [last, { player, loadedModel }] = [this.#last, this.#player];
    this.#last = undefined;
    if (!last || this.#opening.length === 0 || last.model !== loadedModel) return;
    const motion = player.motionOf(loadedModel);
    if (motion && motion !== last.moment.motion) fadeFrom(last.moment, player, loadedModel, FADE_SECONDS);
  }

  /** A browser without room for it forgets the place: nothing else is lost. */
  #savePlace(): void {
    const [id, ...beside] = this.#shown;
    if (id === undefined || this.#opening.length > 0) return;
    const seconds = this.#player.currentTime;
    this.#savedSeconds = seconds;
    this.#shelf.setPlace({ id, seconds, beside }).catch(() => undefined);
  }
}
