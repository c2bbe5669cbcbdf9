/** Options of a {@link Playlist}. @inline */
export interface PlaylistOptions {
  /** Whether the order is by chance. */
  shuffle?: boolean; // false
  /** Gives numbers from 0 to below 1. */
  random?: () => number; // Math.random
}

/**
 * The order in which things are played, by id: forward, back, by chance, without end.
 *
 * It plays nothing and keeps no time: it says what comes next.
 *
 * @example
 * const list = new Playlist(['a', 'b', 'c']);
 * list.current = 'b';
 * list.next(); // → 'c'
 * list.next(); // → 'a'
 */
export class Playlist {
  readonly #random: () => number;
  #ids: readonly string[] = [];
  /** The ids in the order in which they are played. */
  #order: string[] = [];
  #current: string | undefined;
  /** Where in the order it is; between two places if it was removed, or before the first one. */
  #place = -0.5;
  #isShuffled: boolean;

  constructor(ids: Iterable<string> = [], { shuffle = false, random = Math.random }: PlaylistOptions = {}) {
    this.#random = random;
    this.#isShuffled = shuffle;
    this.ids = [...ids];
  }

  /** All that is played. What is new comes last. */
  get ids(): readonly string[] {
    return this.#ids;
  }

  set ids(ids: readonly string[]) {
    this.#ids = [...new Set(ids)];
    const before = this.#order.slice(0, Math.ceil(this.#place)).filter((id) => this.#ids.includes(id));
    if (!this.#isShuffled) this.#order = [...this.#ids];
    else {
      const stays = this.#order.filter((id) => this.#ids.includes(id));
      const added = this.#ids.filter((id) => !stays.includes(id));
      this.#order = [...stays, ...this.#shuffled(added)];
    }
    if (this.#current !== undefined && !this.#ids.includes(this.#current)) this.#current = undefined;
    this.#place = this.#current === undefined ? before.length - 0.5 : this.#order.indexOf(this.#current);
  }

  /** What plays; undefined before the first one, or if it was removed. */
  get current(): string | undefined {
    return this.#current;
  }

  /** @throws RangeError for an id that is not in the list. */
  set current(id: string | undefined) {
    if (id !== undefined && !this.#ids.includes(id)) throw new RangeError(`${id} is not in the playlist`);
    this.#current = id;
    this.#place = id === undefined ? -0.5 : this.#order.indexOf(id);
  }

  /** Whether the order is by chance. Each is played once before one is played again. */
  get isShuffled(): boolean {
    return this.#isShuffled;
  }

  set isShuffled(isShuffled: boolean) {
    if (isShuffled === this.#isShuffled) return;
    this.#isShuffled = isShuffled;
    const [first, rest] = [this.#current, this.#ids.filter((id) => id !== this.#current)];
    if (!isShuffled) this.#order = [...this.#ids];
    else this.#order = [...(first === undefined ? [] : [first]), ...this.#shuffled(rest)];
    if (first !== undefined) this.#place = this.#order.indexOf(first);
  }

  /** Goes to the next one, after the last one to the first. Undefined if the list is empty. */
  next(): string | undefined {
    return this.#go(1);
  }

  /** Goes to the one before, before the first one to the last. Undefined if the list is empty. */
  previous(): string | undefined {
    return this.#go(-1);
  }

  #go(step: 1 | -1): string | undefined {
    const { length } = this.#order;
    const place = step > 0 ? Math.floor(this.#place + 1) : Math.ceil(this.#place - 1);
    this.current = this.#order[(place + length) % length];
    return this.#current;
  }

  #shuffled(ids: readonly string[]): string[] {
    const mixed = [...ids];
    for (let i = mixed.length - 1; i > 0; i--) {
      const j = Math.floor(this.#random() * (i + 1));
      [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
    }
    return mixed;
  }
}
