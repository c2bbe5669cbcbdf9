/** What one morph adds to some elements of a column of vertices. */
export interface SparseMorph {
  /** Its place among the weights. */
  readonly morph: number;
  readonly vertices: Uint32Array;
  /** `size * vertices.length`. */
  readonly offsets: Float32Array;
  readonly range: VertexRange;
}

/** Vertices from `first` to before `end`; none if `end` is not above it. */
export interface VertexRange {
  first: number;
  end: number;
}

/**
 * Morphs on a column of vertices, applied where they do something: `column = base + Σ weight · offset`.
 *
 * Kept off the GPU, they cost their own few numbers and not a layer of all vertices each. A function of the weights
 * alone: what a morph has touched is set back to `base`, not subtracted, so that nothing adds up over an evening.
 */
export class SparseMorphs {
  /** What was written since the last `startRange`. */
  readonly written: VertexRange = { first: Infinity, end: 0 };
  readonly #base: Float32Array;
  readonly #column: Float32Array;
  readonly #size: number;
  readonly #morphs: readonly SparseMorph[];
  /** The weights as applied. */
  readonly #applied: Float64Array;

  /** `base` and `column`: `size * vertices` each, the same numbers to begin with. */
  constructor(base: Float32Array, column: Float32Array, size: number, morphs: readonly SparseMorph[]) {
    this.#base = base;
    this.#column = column;
    this.#size = size;
    this.#morphs = morphs;
    this.#applied = new Float64Array(morphs.length);
  }

  /**
   * Applies weights, one for each morph of the model. Did anything change?
   *
   * O(morphs) if nothing did, else O(vertices of the morphs that are on or were). Allocates nothing.
   */
  apply(weights: Float64Array): boolean {
    if (!this.#differs(weights)) return false;
    for (let i = 0; i < this.#morphs.length; i++) {
      if (this.#applied[i] !== 0) this.#restore(this.#morphs[i]);
    }
    for (let i = 0; i < this.#morphs.length; i++) {
      this.#applied[i] = weights[this.#morphs[i].morph];
      if (this.#applied[i] !== 0) this.#add(i);
    }
    return true;
  }

  /** From now on `written` is what is written from now on. */
  startRange(): void {
    this.written.first = Infinity;
    this.written.end = 0;
  }

  #differs(weights: Float64Array): boolean {
    for (let i = 0; i < this.#morphs.length; i++) {
      if (weights[this.#morphs[i].morph] !== this.#applied[i]) return true;
    }
    return false;
  }

  #restore({ vertices, range }: SparseMorph): void {
    const base = this.#base;
    const column = this.#column;
    const size = this.#size;
    for (let i = 0; i < vertices.length; i++) {
      const start = size * vertices[i];
      for (let k = start; k < start + size; k++) column[k] = base[k];
    }
    this.#note(range);
  }

  /** By its place: a weight handed to a function that is not inlined would be made anew on the heap. */
  #add(place: number): void {
    const { vertices, offsets, range } = this.#morphs[place];
    const weight = this.#applied[place];
    const column = this.#column;
    const size = this.#size;
    for (let i = 0; i < vertices.length; i++) {
      const start = size * vertices[i];
      for (let k = 0; k < size; k++) column[start + k] += weight * offsets[size * i + k];
    }
    this.#note(range);
  }

  #note({ first, end }: VertexRange): void {
    this.written.first = Math.min(this.written.first, first);
    this.written.end = Math.max(this.written.end, end);
  }
}
