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
import { shownParts, type ShownPart } from './shown-parts.js';

/** Seconds in which one dance goes over into the next one. */
const FADE_SECONDS = 1.5;
/** Seconds of a dance after which the place is remembered anew. */
const PLACE_SECONDS = 5;

/** Is this an item that takes its time, and not a dancer or a stage for it? */
export function isPlayable({ kind }: Pick<ShelfItem, 'kind'>): boolean {
  return kind === 'dance' || kind === 'song' || kind === 'show';
}

/** What was there before a dance is changed. */
interface LastDance {
  readonly model: PlayerModel;
  readonly moment: DanceMoment;
}

/**
 * Shows items of a shelf in the player of the page, one dance after the other. Knows which items are shown,
 * and remembers them with the time for the next visit.
 */
export class ShelfPlayer {
  readonly list: Playlist;
  readonly #player: OdoriPlayerElement;
  readonly #show: PlayerShow;
  readonly #shelf: Shelf;
  /** The items that were kept or opened, by the keys of their parts. */
  readonly #ids = new Map<string, string>();
  /** The item that is being opened. */
  #opening: ShelfItem | undefined;
  #last: LastDance | undefined;
  #savedSeconds = 0;

  constructor(player: OdoriPlayerElement, show: PlayerShow, shelf: Shelf) {
    this.#player = player;
    this.#show = show;
    this.#shelf = shelf;
    this.list = new Playlist(this.#playable);
    shelf.addEventListener('change', () => this.#follow());
    player.addEventListener('loadstart', () => this.#noteLast());
    player.addEventListener('ended', () => void this.next());
    for (const type of ['pause', 'seeked']) player.addEventListener(type, () => this.#savePlace());
    player.addEventListener('timeupdate', () => {
      if (Math.abs(player.currentTime - this.#savedSeconds) >= PLACE_SECONDS) this.#savePlace();
    });
  }

  /** The ids of the items that are shown now; the one that plays comes first. */
  get shown(): readonly string[] {
    const items = this.#shelf.items.filter(({ id }) => this.#shownIds.has(id));
    return items.toSorted((a, b) => Number(isPlayable(b)) - Number(isPlayable(a))).map(({ id }) => id);
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

  /** Shows an item. Rejects if its files cannot be read. */
  async open(id: string): Promise<void> {
    const item = this.#shelf.items.find((each) => each.id === id);
    const files = await this.#shelf.files(id);
    this.#opening = item;
    try {
      await this.#show.openWhole(files);
    } finally {
      this.#opening = undefined;
    }
    this.#savePlace();
  }

  /** Plays the next dance of the shelf. */
  async next(): Promise<void> {
    await this.#go(this.list.next());
  }

  async previous(): Promise<void> {
    await this.#go(this.list.previous());
  }

  /** Shows what was shown at the end of the last visit. Returns whether there was something. */
  async continue(): Promise<boolean> {
    const place = await this.#shelf.place();
    if (!place) return false;
    for (const id of [...(place.beside ?? []), place.id]) await this.open(id);
    this.#player.currentTime = place.seconds;
    return true;
  }

  /** The player shows something else. To be called before it is drawn. */
  noteChange(): void {
    this.#learnOpened();
    this.#fade();
    const [first] = this.shown;
    const isListed = first !== undefined && this.list.ids.includes(first);
    this.list.current = isListed ? first : undefined;
    this.#player.loop = !isListed || this.list.ids.length < 2;
    remember('odori-shelf-continues', first === undefined ? '' : '1');
    this.#savePlace();
  }

  get #playable(): string[] {
    return this.#shelf.items.filter(isPlayable).map(({ id }) => id);
  }

  get #shownIds(): ReadonlySet<string | undefined> {
    return new Set(shownParts(this.#show, this.#player).map(({ key }) => this.#ids.get(key)));
  }

  #follow(): void {
    this.list.ids = this.#playable;
    this.noteChange();
  }

  /** The show has the files of the item in parts of its own, some of which may be new. */
  #learnOpened(): void {
    const item = this.#opening;
    if (!item) return;
    for (const part of shownParts(this.#show, this.#player)) {
      const isItsKind = part.kind === item.kind || (isPlayable(part) && isPlayable(item));
      if (isItsKind && !this.#ids.has(part.key)) this.#ids.set(part.key, item.id);
    }
  }

  async #go(id: string | undefined): Promise<void> {
    if (id !== undefined) await this.open(id);
  }

  /** Another dance is about to come in place of the one that is shown. */
  #noteLast(): void {
    const { player, loadedModel } = this.#player;
    const moment = this.#opening && loadedModel && momentOf(player, loadedModel);
    this.#last = moment && { model: loadedModel, moment };
  }

  #fade(): void {
    const [last, { player, loadedModel }] = [this.#last, this.#player];
    this.#last = undefined;
    if (!last || !this.#opening || last.model !== loadedModel) return;
    const motion = player.motionOf(loadedModel);
    if (motion && motion !== last.moment.motion) fadeFrom(last.moment, player, loadedModel, FADE_SECONDS);
  }

  /** A browser without room for it forgets the place: nothing else is lost. */
  #savePlace(): void {
    const [id, ...beside] = this.shown;
    if (id === undefined || this.#opening) return;
    const seconds = this.#player.currentTime;
    this.#savedSeconds = seconds;
    this.#shelf.setPlace({ id, seconds, beside }).catch(() => undefined);
  }
}
