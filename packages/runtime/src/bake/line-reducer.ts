import { BakedKeys, type KeyColumns, stretchFrames } from './baked-keys.js';
import { reduceKeys } from './reduce-keys.js';

/**
 * Reduces numbers that come frame by frame to as few keyframes as the tolerance allows, with straight lines
 * between them. Remembers one stretch of frames and the keyframes.
 *
 * @example
 * const reducer = new LineReducer(1, 0.001);
 * for (let frame = 0; frame <= 60; frame++) reducer.add(frame, [frame / 60]);
 * reducer.finish(); // → { frames: [0, 60], values: [0, 1] }
 */
export class LineReducer {
  readonly #size: number;
  readonly #tolerance: number;
  readonly #keys: BakedKeys;
  readonly #frames: number[] = [];
  readonly #values: number[] = [];

  /** `size`: how many numbers there are at each frame. */
  constructor(size: number, tolerance: number) {
    this.#size = size;
    this.#tolerance = tolerance;
    this.#keys = new BakedKeys(size);
  }

  /** Takes `values[index]` and what follows it. Frames ascend. */
  add(frame: number, values: ArrayLike<number>, index = 0): void {
    this.#frames.push(frame);
    for (let k = 0; k < this.#size; k++) this.#values.push(values[index + k]);
    if (this.#frames.length > stretchFrames(this.#size)) this.#reduce();
  }

  /** The keyframes. Call it once, after the last frame. */
  finish(): KeyColumns {
    if (this.#frames.length > 0) this.#reduce();
    return this.#keys.columns;
  }

  /** Reduces what is remembered but for its last frame, which begins the next stretch. */
  #reduce(): void {
    const [frames, values, size] = [this.#frames, this.#values, this.#size];
    const stretch = new BakedKeys(size);
    for (const key of reduceKeys(frames.length, (a, b) => this.#isStraight(a, b)))
      stretch.add(frames[key], values, size * key);
    this.#keys.append(stretch.columns);
    frames.splice(0, frames.length - 1);
    values.splice(0, values.length - size);
  }

  #isStraight(a: number, b: number): boolean {
    const [frames, values, size] = [this.#frames, this.#values, this.#size];
    for (let key = a + 1; key < b; key++) {
      const t = (frames[key] - frames[a]) / (frames[b] - frames[a]);
      for (let k = 0; k < size; k++) {
        const [from, to] = [values[size * a + k], values[size * b + k]];
        if (Math.abs(values[size * key + k] - (from + (to - from) * t)) > this.#tolerance) return false;
      }
    }
    return true;
  }
}
