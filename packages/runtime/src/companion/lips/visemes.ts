import { checkedFinite } from '../../checked-number.js';
import type { FaceSlots } from '../face-slots.js';

/** A shape of the mouth, held until the next one begins. */
export interface Viseme {
  /** When it begins, in seconds. */
  readonly time: number;
  /**
   * `a`, `i`, `u`, `e`, `o`, `n`, or a name from the table of slots, such as `aa` or `あ`. Anything else shuts
   * the lips: `''`, `sil`, `PP`.
   */
  readonly viseme: string;
  /** How far the mouth opens, 0 to 1. */
  readonly weight?: number; // 1
}

export const MOUTH_SLOTS = ['a', 'i', 'u', 'e', 'o', 'n'] as const;

/** How long the last viseme is held, unless it shuts the lips. */
const LAST_SECONDS = 0.15;

/** Visemes in the order of time, ready to be read. */
export class VisemeLine {
  /** When all is said. */
  readonly end: number;
  readonly #times: Float64Array;
  /** −1: the lips are shut. */
  readonly #slots: Int8Array;
  readonly #weights: Float64Array;
  #at = 0;

  /** @throws TypeError if a time or a weight is not finite. */
  constructor(visemes: readonly Viseme[], names: FaceSlots) {
    const sorted = [...visemes].sort((a, b) => a.time - b.time);
    const slotOf = (name: string): number =>
      MOUTH_SLOTS.findIndex((slot) => slot === name || names[slot].includes(name));
    this.#times = Float64Array.from(sorted, ({ time }) => checkedFinite('the time of a viseme', time));
    this.#slots = Int8Array.from(sorted, ({ viseme }) => slotOf(viseme));
    this.#weights = Float64Array.from(sorted, ({ weight = 1 }) =>
      Math.min(Math.max(checkedFinite('the weight of a viseme', weight), 0), 1),
    );
    const last = sorted.length - 1;
    this.end = last < 0 ? 0 : this.#times[last] + (this.#slots[last] < 0 ? 0 : LAST_SECONDS);
  }

  /** Writes the weight of each slot at a time, of {@link MOUTH_SLOTS}. Allocates nothing. O(1) forward. */
  read(seconds: number, out: Float64Array): void {
    const times = this.#times;
    if (seconds < times[this.#at]) this.#at = 0;
    while (seconds >= times[this.#at + 1]) this.#at++;
    const slot = this.#slots[this.#at];
    out.fill(0);
    if (slot >= 0 && seconds >= times[this.#at] && seconds < this.end) out[slot] = this.#weights[this.#at];
  }
}
