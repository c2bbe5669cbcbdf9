/** Keyframes as columns: as objects, those of a long dance would take ten times the memory. */
export interface KeyColumns {
  /** Ascending; may be fractional. */
  readonly frames: Float64Array;
  /** The same number of values for each keyframe. */
  readonly values: Float32Array;
}

/** The keyframes of one bone: 7 values each, x y z and x y z w, three's space. */
export interface BakedBone extends KeyColumns {
  readonly bone: number;
}

/**
 * How many frames of so many bones are reduced at once. Their samples take far more memory than the keyframes
 * that stay; but where a stretch ends, all bones have a keyframe.
 */
export function stretchFrames(bones: number): number {
  return Math.min(Math.max(Math.floor(MAX_SAMPLES / bones), MIN_FRAMES), MAX_FRAMES);
}

const MAX_SAMPLES = 2 ** 14;
const MIN_FRAMES = 128;
const MAX_FRAMES = 1024;

/** Keyframes of one value, joined from stretches that were reduced one after another. */
export class BakedKeys {
  readonly #size: number;
  #count = 0;
  #frames: Float64Array = new Float64Array(FIRST_KEYS);
  /** 32 bits, as in every file that has them. */
  #values: Float32Array;

  /** `size`: the numbers of a value. */
  constructor(size: number) {
    this.#size = size;
    this.#values = new Float32Array(FIRST_KEYS * size);
  }

  /** The keyframes so far. */
  get columns(): KeyColumns {
    return {
      frames: this.#frames.subarray(0, this.#count),
      values: this.#values.subarray(0, this.#size * this.#count),
    };
  }

  /** Adds a keyframe: `source[index]` and what follows it. */
  add(frame: number, source: ArrayLike<number>, index = 0): void {
    const key = this.#count++;
    if (key === this.#frames.length) {
      this.#frames = longer(this.#frames, 1);
      this.#values = longer(this.#values, this.#size);
    }
    this.#frames[key] = frame;
    for (let k = 0; k < this.#size; k++) this.#values[this.#size * key + k] = source[index + k];
  }

  /**
   * Adds a stretch that begins at `start`, usually with the last keyframe of the stretch before. Where a
   * value stays equal over several stretches, only its first and its last keyframe stay.
   */
  append({ frames, values }: KeyColumns, start = 0): void {
    for (let key = 0; key < frames.length; key++) {
      const at = this.#size * key;
      const last = this.#count - 1;
      if (last >= 0 && this.#frames[last] === start + frames[key]) continue;
      const isStill = last > 0 && this.#equals(last, values, at) && this.#equals(last - 1, values, at);
      if (isStill) this.#frames[last] = start + frames[key];
      else this.add(start + frames[key], values, at);
    }
  }

  /** Two keyframes with equal values: one of them is enough. */
  dropSecondIfStill(): void {
    if (this.#count === 2 && this.#equals(0, this.#values, this.#size)) this.#count = 1;
  }

  #equals(key: number, values: ArrayLike<number>, at: number): boolean {
    for (let k = 0; k < this.#size; k++) {
      const off = this.#values[this.#size * key + k] - values[at + k];
      if (!(Math.abs(off) <= ROUNDING)) return false;
    }
    return true;
  }
}

/** Values that differ by less are equal: what moves a bone up and down again leaves such a rest. */
const ROUNDING = 1e-7;

/** The columns begin with room for so many keyframes. */
const FIRST_KEYS = 8;

/** A column with room for half as many keyframes more. */
function longer<T extends Float32Array | Float64Array>(column: T, size: number): T {
  const keys = column.length / size;
  const grown = new (column.constructor as new (length: number) => T)(size * (keys + (keys >> 1)));
  grown.set(column);
  return grown;
}
