/** Numbers that look random and are the same in every run (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** At least -1, below 1. Called for every sample of noise, it is white. */
  signed(): number {
    return 2 * this.next() - 1;
  }
}

/**
 * A generator of its own for each event, from what it is and when.
 *
 * So a bar sounds the same whether the whole song is rendered or that bar alone.
 */
export function randomFor(name: string, ...numbers: readonly number[]): Random {
  let hash = 0x811c9dc5; // FNV-1a
  for (const character of `${name} ${numbers.join(' ')}`) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  }
  return new Random(hash);
}
