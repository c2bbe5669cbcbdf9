/** The offsets that one morph adds to some vertices of a column. */
export interface SparseMorph {
  /** Its index in the weights. */
  readonly morph: number;
  readonly vertices: Uint32Array;
  /** `size * vertices.length`. */
  readonly offsets: Float32Array;
  readonly range: VertexRange;
}

/** Vertices from `first` up to, but not including, `end`; none if `end` is not above `first`. */
export interface VertexRange {
  first: number;
  end: number;
}

/**
 * Morphs of a column of vertices, applied only to the vertices that they move: `column = base + Σ weight ·
 * offset`.
 *
 * They are not stored on the GPU, so each costs only its own few numbers instead of one layer of all
 * vertices. The result depends on the weights alone: vertices of a morph that is switched off are reset to
 * `base`, not subtracted, so no error accumulates.
 */
export class SparseMorphs {
  /** The vertices written since the last `startRange`. */
  readonly written: VertexRange = { first: Infinity, end: 0 };
  readonly #base: Float32Array;
  readonly #column: Float32Array;
  readonly #size: number;
  readonly #morphs: readonly SparseMorph[];
  /** The weights last applied, per morph. */
  readonly #applied: Float64Array;

  /** `base` and `column`: `size * vertices` numbers each, equal at the start. */
  constructor(base: Float32Array, column: Float32Array, size: number, morphs: readonly SparseMorph[]) {
    this.#base = base;
    this.#column = column;
    this.#size = size;
    this.#morphs = morphs;
    this.#applied = new Float64Array(morphs.length);
  }

  /**
   * Applies weights, one per morph of the model; true if anything changed.
   *
   * O(morphs) if nothing changed, else O(vertices of the morphs that are or were on). Allocates nothing.
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

  /** Empties `written`. */
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
    this.#widen(range);
  }

  /** Takes an index: a number passed to a function that is not inlined would be allocated on the heap. */
  #add(index: number): void {
    const { vertices, offsets, range } = this.#morphs[index];
    const weight = this.#applied[index];
    const column = this.#column;
    const size = this.#size;
    for (let i = 0; i < vertices.length; i++) {
      const start = size * vertices[i];
      for (let k = 0; k < size; k++) column[start + k] += weight * offsets[size * i + k];
    }
    this.#widen(range);
  }

  #widen({ first, end }: VertexRange): void {
    this.written.first = Math.min(this.written.first, first);
    this.written.end = Math.max(this.written.end, end);
  }
}
