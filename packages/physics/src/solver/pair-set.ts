/**
 * A set of pairs of bodies, in typed arrays: a step must not make garbage.
 *
 * Open addressing: a pair lies at its hash or in the next free slot after it. O(1) while the table is at
 * most half full.
 */
export class PairSet {
  #size = 0;
  /** Two numbers per slot. The first is -1 where the slot is free. */
  #table: Int32Array = new Int32Array(128).fill(-1);

  has(a: number, b: number): boolean {
    return this.#table[2 * this.#slot(a, b)] !== -1;
  }

  add(a: number, b: number): void {
    if (4 * (this.#size + 1) > this.#table.length) this.#grow();
    const slot = this.#slot(a, b);
    if (this.#table[2 * slot] !== -1) return;
    this.#table[2 * slot] = a;
    this.#table[2 * slot + 1] = b;
    this.#size++;
  }

  clear(): void {
    this.#size = 0;
    this.#table.fill(-1);
  }

  /**
   * Removes a pair, and moves the pairs after it forward where their hash allows it: no gap may hide a pair.
   */
  delete(a: number, b: number): void {
    const table = this.#table;
    const mask = table.length / 2 - 1;
    let free = this.#slot(a, b);
    if (table[2 * free] === -1) return;
    this.#size--;
    for (let slot = (free + 1) & mask; table[2 * slot] !== -1; slot = (slot + 1) & mask) {
      const home = hash(table[2 * slot], table[2 * slot + 1]) & mask;
      if (((slot - home) & mask) < ((slot - free) & mask)) continue;
      table[2 * free] = table[2 * slot];
      table[2 * free + 1] = table[2 * slot + 1];
      free = slot;
    }
    table[2 * free] = -1;
  }

  /** The slot of a pair, or the free slot where it belongs. */
  #slot(a: number, b: number): number {
    const table = this.#table;
    const mask = table.length / 2 - 1;
    let slot = hash(a, b) & mask;
    while (table[2 * slot] !== -1 && (table[2 * slot] !== a || table[2 * slot + 1] !== b)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Int32Array(2 * old.length).fill(-1);
    this.#size = 0;
    for (let i = 0; i < old.length; i += 2) if (old[i] !== -1) this.add(old[i], old[i + 1]);
  }
}

function hash(a: number, b: number): number {
  const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
