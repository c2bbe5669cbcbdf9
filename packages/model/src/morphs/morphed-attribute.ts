import { BufferAttribute } from 'three';
import { type SparseMorph, SparseMorphs } from './sparse-morphs.js';

/**
 * An attribute that morphs change. Only the changed range is uploaded to the GPU, and nothing if nothing
 * changed.
 */
export class MorphedAttribute {
  readonly attribute: RangedAttribute;
  readonly #morphs: SparseMorphs;
  readonly #range = { start: 0, count: 0 };

  /** `base`: the attribute without morphs; it is not changed and may be shared. */
  constructor(base: BufferAttribute, morphs: readonly SparseMorph[]) {
    const rest = base.array as Float32Array;
    this.attribute = new RangedAttribute(rest.slice(), base.itemSize);
    this.attribute.updateRanges.push(this.#range);
    this.#morphs = new SparseMorphs(rest, this.attribute.array as Float32Array, base.itemSize, morphs);
  }

  /** Applies weights, one per morph of the model. O(morphs) if none has changed. Allocates nothing. */
  update(weights: Float64Array): void {
    const { attribute } = this;
    if (attribute.isUploaded) this.#morphs.startRange();
    if (!this.#morphs.apply(weights)) return;
    attribute.isUploaded = false;
    const { first, end } = this.#morphs.written;
    this.#range.start = attribute.itemSize * first;
    this.#range.count = attribute.itemSize * (end - first);
    attribute.needsUpdate = true;
  }
}

/**
 * Keeps its one range object after a renderer has uploaded it: a new one per frame would be garbage.
 *
 * The range then covers the whole column, for a second renderer that may have missed earlier changes.
 */
class RangedAttribute extends BufferAttribute {
  isUploaded = true;

  override clearUpdateRanges(): void {
    this.isUploaded = true;
    this.updateRanges[0].start = 0;
    this.updateRanges[0].count = this.array.length;
  }
}
