import { Box3, Sphere, Vector3 } from 'three';
import type { BoneSphere } from './bone-spheres.js';

/**
 * Where a model is, as it is posed: what decides whether it is drawn at all.
 *
 * Each vertex lies between the places where its bones would take it. So all lie in the box round the spheres of the
 * bones, each moved as its bone is, and as much wider as morphs take it out.
 */
export class PoseBounds {
  /** In the model's space, as are the sphere's. */
  readonly box: Box3 = new Box3();
  readonly sphere: Sphere = new Sphere();
  readonly #spheres: readonly BoneSphere[];

  /** O(vertices). */
  constructor(spheres: readonly BoneSphere[]) {
    this.#spheres = spheres;
  }

  /**
   * Takes the bones' matrices, `16 * bones`, from a vertex at rest to where it is, and the weights of morphs, which may
   * be above 1. Allocates nothing; O(bones + morphs).
   */
  update(skinMatrices: Float32Array, weights: Float64Array = NO_WEIGHTS): void {
    let most = 1;
    for (let i = 0; i < weights.length; i++) most = Math.max(most, Math.abs(weights[i]));
    mostWeight[0] = most < MOST_WEIGHT ? most : 1; // beyond it, or no number, there is no place to speak of
    this.box.makeEmpty();
    for (let i = 0; i < this.#spheres.length; i++) this.#addSphere(this.#spheres[i], skinMatrices);
    this.box.getBoundingSphere(this.sphere);
  }

  #addSphere({ bone, center, radius: still, reach }: BoneSphere, m: Float32Array): void {
    const radius = Math.min(still + reach * mostWeight[0], FAR); // numbers of a file may go beyond what can be told
    const o = 16 * bone;
    if (o >= m.length) place.copy(center);
    else {
      const { x, y, z } = center;
      place.x = m[o] * x + m[o + 4] * y + m[o + 8] * z + m[o + 12];
      place.y = m[o + 1] * x + m[o + 5] * y + m[o + 9] * z + m[o + 13];
      place.z = m[o + 2] * x + m[o + 6] * y + m[o + 10] * z + m[o + 14];
    }
    const { min, max } = this.box;
    min.set(
      Math.min(min.x, place.x - radius),
      Math.min(min.y, place.y - radius),
      Math.min(min.z, place.z - radius),
    );
    max.set(
      Math.max(max.x, place.x + radius),
      Math.max(max.y, place.y + radius),
      Math.max(max.z, place.z + radius),
    );
  }
}

const MOST_WEIGHT = 1e6;
const FAR = 1e30;
const NO_WEIGHTS = /* @__PURE__ */ new Float64Array(0);
/** In an array, because a number handed on would be made anew on the heap. */
const mostWeight = /* @__PURE__ */ new Float64Array(1);
const place = /* @__PURE__ */ new Vector3();
