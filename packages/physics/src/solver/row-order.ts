/**
 * The order in which Bullet solves joints and contacts (§4.1). It decides the result: the solver makes ten
 * rounds and stops.
 *
 * Bullet solves islands, which are groups of dynamic bodies that touch or share a joint. It sorts joints by
 * island with a quicksort that also swaps equal keys, freshly in every substep.
 */
export class Islands {
  #parents: Int32Array = new Int32Array(0);

  /** Makes every body an island of its own. */
  reset(count: number): void {
    if (this.#parents.length < count) this.#parents = new Int32Array(2 * count);
    for (let body = 0; body < count; body++) this.#parents[body] = body;
  }

  unite(a: number, b: number): void {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA !== rootB) this.#parents[rootA] = rootB;
  }

  /** The number of the body's island. Halves the way for the next call. */
  find(body: number): number {
    const parents = this.#parents;
    let island = body;
    while (parents[island] !== island) {
      parents[island] = parents[parents[island]];
      island = parents[island];
    }
    return island;
  }
}

/** The island of a joint or a contact of two bodies that are not dynamic. Nothing holds them. */
export const IDLE = -1;

/** The order in which joints or contacts are solved: by island. */
export class RowOrder {
  /** The numbers of the joints or manifolds, in order. */
  items: Int32Array = new Int32Array(64);
  count = 0;
  /** By number: its island. */
  #islands: Int32Array = new Int32Array(64);
  readonly #keepsIdle: boolean;

  /**
   * Bullet also sorts joints that are idle, which changes the order of the others, but not such contacts:
   * `keepsIdle`.
   */
  constructor(keepsIdle: boolean) {
    this.#keepsIdle = keepsIdle;
  }

  /** Sorts items by the islands of their bodies. Items whose body B is below 0 are left out. */
  sort(count: number, bodiesA: Int32Array, bodiesB: Int32Array, dynamic: Uint8Array, islands: Islands): void {
    if (count > this.items.length) {
      this.items = new Int32Array(2 * count);
      this.#islands = new Int32Array(2 * count);
    }
    this.count = 0;
    for (let i = 0; i < count; i++) {
      if (bodiesB[i] < 0) continue;
      const isIdle = dynamic[bodiesA[i]] + dynamic[bodiesB[i]] === 0;
      if (isIdle && !this.#keepsIdle) continue;
      const body = dynamic[bodiesA[i]] === 1 ? bodiesA[i] : bodiesB[i];
      this.#islands[i] = isIdle ? IDLE : islands.find(body);
      this.items[this.count++] = i;
    }
    sortByIsland(this.items, this.#islands, 0, this.count - 1);
  }

  /** The island of the item at an index of the order; after the last one, an island above all. */
  islandAt(index: number): number {
    return index < this.count ? this.#islands[this.items[index]] : 2 ** 31 - 1;
  }

  /** The first index from `index` on whose island is above this one. */
  endOf(island: number, index: number): number {
    let end = index;
    while (end < this.count && this.islandAt(end) <= island) end++;
    return end;
  }
}

/**
 * Sorts `order[low … high]` by `keys[order[i]]`. Equal keys change positions: four of them come
 * out as 2 3 0 1.
 */
export function sortByIsland(order: Int32Array, keys: Int32Array, from: number, to: number): void {
  let low = from;
  let high = to;
  while (low < high) {
    const pivot = keys[order[(low + high) >> 1]];
    let i = low;
    let j = high;
    do {
      while (keys[order[i]] < pivot) i++;
      while (pivot < keys[order[j]]) j--;
      if (i <= j) {
        const swapped = order[i];
        order[i++] = order[j];
        order[j--] = swapped;
      }
    } while (i <= j);
    // The parts are independent. The longer one is left to this loop, so that the calls nest at most log n
    // deep.
    if (j - low < high - i) {
      sortByIsland(order, keys, low, j);
      low = i;
    } else {
      sortByIsland(order, keys, i, high);
      high = j;
    }
  }
}
