import {
  BufferAttribute,
  type BufferGeometry,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  type TypedArray,
} from 'three';
import type { SurfaceFeatures } from '../surface/surface-kit.js';
import { isMorphChannel } from './morph-table.js';
import { type SparseMorph, SparseMorphs } from './sparse-morphs.js';

/** Gives a geometry its morphed attributes; those whose morphs shaders do not apply are baked. */
export function morphAttributes(
  geometry: BufferGeometry,
  morphed: ReadonlyMap<string, readonly SparseMorph[]>,
  weights: Float64Array,
  { hasVertexMorphs, hasUvMorphs }: SurfaceFeatures,
): MorphedAttribute[] {
  return [...morphed].map(([name, morphs]) => {
    const rest = geometry.getAttribute(name) as InterleavedBufferAttribute;
    const own = new MorphedAttribute(rest, morphs, weights);
    geometry.setAttribute(name, own);
    const isApplied = name === 'position' ? hasVertexMorphs : hasUvMorphs && isMorphChannel(name);
    if (!isApplied) own.bake();
    return own;
  });
}

/**
 * An attribute that morphs change. The graphics card has it at rest, once for a model and its clones, and
 * shaders add the morphs. A raycaster or an exporter, which reads it here, gets the morphed values.
 *
 * {@link bake} is for shaders that do not know the morphs.
 */
export class MorphedAttribute extends InterleavedBufferAttribute {
  readonly #morphs: readonly SparseMorph[];
  readonly #weights: Float64Array;
  /** Made when it is read for the first time. */
  #own: { readonly buffer: RangedBuffer; readonly morphs: SparseMorphs } | undefined;
  #isStale = true;

  /** `rest`: the attribute at rest. `weights`: one per morph of the model; they change. */
  constructor(
    { data, itemSize, offset }: InterleavedBufferAttribute,
    morphs: readonly SparseMorph[],
    weights: Float64Array,
  ) {
    super(data, itemSize, offset);
    this.#morphs = morphs;
    this.#weights = weights;
  }

  /** Whether the graphics card has it under the morphs. */
  get isBaked(): boolean {
    return this.data === this.#own?.buffer;
  }

  /**
   * From now on, the graphics card gets it under the morphs: the changed range with each {@link update}, and
   * nothing if nothing changed.
   */
  bake(): void {
    this.data = this.#current;
  }

  /** The weights have changed. O(morphs) if it is baked and none has. Allocates nothing. */
  update(): void {
    this.#isStale = true;
    if (this.isBaked) void this.#current;
  }

  /** Under the morphs. Renderers read that of `data`. */
  override get array(): TypedArray {
    return this.#current.array;
  }

  override getComponent(index: number, component: number): number {
    return this.#current.array[this.itemSize * index + component];
  }

  override getX(index: number): number {
    return this.getComponent(index, 0);
  }

  override getY(index: number): number {
    return this.getComponent(index, 1);
  }

  override getZ(index: number): number {
    return this.getComponent(index, 2);
  }

  override getW(index: number): number {
    return this.getComponent(index, 3);
  }

  /** A plain attribute under the morphs. */
  override clone(): BufferAttribute {
    return new BufferAttribute((this.array as Float32Array).slice(), this.itemSize);
  }

  override toJSON(): never {
    return this.clone().toJSON() as never;
  }

  get #current(): RangedBuffer {
    const { buffer, morphs } = (this.#own ??= this.#createOwn());
    if (!this.#isStale) return buffer;
    this.#isStale = false;
    if (buffer.isUploaded) morphs.startRange();
    if (!morphs.apply(this.#weights)) return buffer;
    const { first, end } = morphs.written;
    buffer.change(this.itemSize * first, this.itemSize * (end - first));
    return buffer;
  }

  #createOwn(): { buffer: RangedBuffer; morphs: SparseMorphs } {
    const rest = this.data.array as Float32Array;
    const own = rest.slice();
    return {
      buffer: new RangedBuffer(own, this.itemSize),
      morphs: new SparseMorphs(rest, own, this.itemSize, this.#morphs),
    };
  }
}

/**
 * Keeps its one range object after a renderer has uploaded it: a new one per frame would be garbage.
 *
 * The range then covers the whole column, for a second renderer that may have missed earlier changes.
 */
class RangedBuffer extends InterleavedBuffer {
  isUploaded = true;
  readonly #range = { start: 0, count: 0 };

  constructor(array: Float32Array, stride: number) {
    super(array, stride);
    this.updateRanges.push(this.#range);
  }

  change(start: number, count: number): void {
    this.isUploaded = false;
    this.#range.start = start;
    this.#range.count = count;
    this.needsUpdate = true;
  }

  override clearUpdateRanges(): void {
    this.isUploaded = true;
    this.#range.start = 0;
    this.#range.count = this.array.length;
  }
}
