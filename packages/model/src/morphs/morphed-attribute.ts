import { BufferAttribute } from 'three';
import { type SparseMorph, SparseMorphs } from './sparse-morphs.js';

/** An attribute that morphs change: what has changed goes to the GPU, and nothing if nothing has. */
export class MorphedAttribute {
  readonly attribute: BufferAttribute;
  readonly #morphs: SparseMorphs;
  readonly #range = { start: 0, count: 0 };

  /** `base`: the attribute without morphs; it stays untouched and may be shared. */
  constructor(base: BufferAttribute, morphs: readonly SparseMorph[]) {
    const rest = base.array as Float32Array;
    this.attribute = new RangedAttribute(rest.slice(), base.itemSize);
    this.attribute.updateRanges.push(this.#range);
    this.#morphs = new SparseMorphs(rest, this.attribute.array as Float32Array, base.itemSize, morphs);
  }

  /** Applies weights, one for each morph of the model. O(morphs) if none has changed. Allocates nothing. */
  update(weights: Float64Array): void {
    if (this.#range.count === 0) this.#morphs.startRange(); // the renderer has sent it
    if (!this.#morphs.apply(weights)) return;
    const { attribute } = this;
    const { first, end } = this.#morphs.written;
    this.#range.start = attribute.itemSize * first;
    this.#range.count = attribute.itemSize * (end - first);
    attribute.needsUpdate = true;
  }
}

/** Keeps its one range, emptied, once it is sent: a new one for each frame would be garbage. */
class RangedAttribute extends BufferAttribute {
  override clearUpdateRanges(): void {
    this.updateRanges[0].count = 0;
  }
}
