/**
 * The order in which Bullet solves joints and contacts (§4.1). It decides the result: the solver makes ten rounds and stops.
 *
 * Bullet solves islands, which are groups of dynamic bodies that touch or share a joint. It sorts joints by island with a
 * quicksort that also swaps equal keys, freshly in every substep.
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

/** Sorts `order[low … high]` by `keys[order[i]]`. Equal keys change places: four of them come out as 2 3 0 1. */
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
    // The parts are independent. The longer one is left to this loop, so that the calls nest at most log n deep.
    if (j - low < high - i) {
      sortByIsland(order, keys, low, j);
      low = i;
    } else {
      sortByIsland(order, keys, i, high);
      high = j;
    }
  }
}
