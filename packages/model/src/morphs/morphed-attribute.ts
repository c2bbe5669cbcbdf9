import { BufferAttribute } from 'three';
import { type SparseMorph, SparseMorphs } from './sparse-morphs.js';

/** An attribute that morphs change: what has changed goes to the GPU, and nothing if nothing has. */
export class MorphedAttribute {
  readonly attribute: RangedAttribute;
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
    const { attribute } = this;
    if (attribute.isSent) this.#morphs.startRange();
    if (!this.#morphs.apply(weights)) return;
    attribute.isSent = false;
    const { first, end } = this.#morphs.written;
    this.#range.start = attribute.itemSize * first;
    this.#range.count = attribute.itemSize * (end - first);
    attribute.needsUpdate = true;
  }
}

/**
 * Keeps its one range when a renderer has sent it: a new one for each frame would be garbage.
 *
 * It is then all of the column, for the next renderer, which may have missed more than this one.
 */
class RangedAttribute extends BufferAttribute {
  isSent = true;

  override clearUpdateRanges(): void {
    this.isSent = true;
    this.updateRanges[0].start = 0;
    this.updateRanges[0].count = this.array.length;
  }
}
