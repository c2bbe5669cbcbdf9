import { Box3, type SkinnedMesh, Sphere, Vector3 } from 'three';
import type { BoneSphere } from './bone-spheres.js';

/**
 * The bounds of a posed model, for culling and rays.
 *
 * A skinned vertex lies between the positions to which each of its bones alone would move it. So all vertices
 * lie in the box around the bones' spheres, each moved with its bone and enlarged by how far morphs move its
 * vertices.
 */
export class PoseBounds {
  readonly #box = new Box3();
  readonly #sphere = new Sphere();
  readonly #spheres: () => readonly BoneSphere[];
  readonly #skinMatrices: Float32Array;
  readonly #weights: Float64Array;
  #isStale = true;

  /**
   * `spheres` is called when the bounds are read for the first time. `skinMatrices`: `16 * bones`, from rest
   * to pose. `weights`: of the morphs; they may be above 1.
   */
  constructor(
    spheres: () => readonly BoneSphere[],
    skinMatrices: Float32Array,
    weights: Float64Array = NO_WEIGHTS,
  ) {
    this.#spheres = spheres;
    this.#skinMatrices = skinMatrices;
    this.#weights = weights;
  }

  /** The pose has changed. */
  markStale(): void {
    this.#isStale = true;
  }

  /** In the model's space, like `sphere`. Allocates nothing; O(bones + morphs) if the pose has changed. */
  get box(): Box3 {
    if (this.#isStale) this.#update();
    return this.#box;
  }

  get sphere(): Sphere {
    if (this.#isStale) this.#update();
    return this.#sphere;
  }

  /** Makes these the bounds of a mesh, computed when they are read. Others may be assigned. */
  give(mesh: SkinnedMesh): void {
    define(mesh, 'boundingBox', () => this.box);
    define(mesh, 'boundingSphere', () => this.sphere);
  }

  #update(): void {
    this.#isStale = false;
    const weights = this.#weights;
    let most = 1;
    for (let i = 0; i < weights.length; i++) most = Math.max(most, Math.abs(weights[i]));
    mostWeight[0] = most < MAX_WEIGHT ? most : 1; // a weight that is larger or NaN gives no usable position
    this.#box.makeEmpty();
    const spheres = this.#spheres();
    for (let i = 0; i < spheres.length; i++) this.#addSphere(spheres[i], this.#skinMatrices);
    this.#box.getBoundingSphere(this.#sphere);
  }

  #addSphere({ bone, x, y, z, radius: restRadius, reach }: BoneSphere, m: Float32Array): void {
    // a file may contain numbers that overflow
    let radius = Math.min(restRadius + reach * mostWeight[0], FAR);
    const o = 16 * bone;
    if (o >= m.length) movedCenter.set(x, y, z);
    else {
      if (isSheared(m, o)) radius *= mostStretch(m, o);
      movedCenter.x = m[o] * x + m[o + 4] * y + m[o + 8] * z + m[o + 12];
      movedCenter.y = m[o + 1] * x + m[o + 5] * y + m[o + 9] * z + m[o + 13];
      movedCenter.z = m[o + 2] * x + m[o + 6] * y + m[o + 10] * z + m[o + 14];
    }
    const { min, max } = this.#box;
    min.set(
      Math.min(min.x, movedCenter.x - radius),
      Math.min(min.y, movedCenter.y - radius),
      Math.min(min.z, movedCenter.z - radius),
    );
    max.set(
      Math.max(max.x, movedCenter.x + radius),
      Math.max(max.y, movedCenter.y + radius),
      Math.max(max.z, movedCenter.z + radius),
    );
  }
}

function define(mesh: SkinnedMesh, name: 'boundingBox' | 'boundingSphere', get: () => unknown): void {
  const set = (value: unknown): void => void Object.defineProperty(mesh, name, { value, writable: true });
  Object.defineProperty(mesh, name, { get, set, enumerable: true, configurable: true });
}

/**
 * Whether a matrix is not a rotation: it has another volume. Only a knee of a PMD can do that to its bones.
 */
function isSheared(m: Float32Array, o: number): boolean {
  const volume =
    m[o] * (m[o + 5] * m[o + 10] - m[o + 6] * m[o + 9]) +
    m[o + 1] * (m[o + 6] * m[o + 8] - m[o + 4] * m[o + 10]) +
    m[o + 2] * (m[o + 4] * m[o + 9] - m[o + 5] * m[o + 8]);
  return Math.abs(volume - 1) > 1e-4;
}

/**
 * A matrix lengthens no vector more than this: √3 below one sheared knee, as for a rotation, and more below
 * several.
 */
function mostStretch(m: Float32Array, o: number): number {
  let squares = 0;
  for (let i = o; i < o + 11; i++) squares += m[i] * m[i]; // m[3] and m[7] are 0
  return Math.sqrt(squares);
}

const MAX_WEIGHT = 1e6;
const FAR = 1e30;
const NO_WEIGHTS = /* @__PURE__ */ new Float64Array(0);
/** In an array, because passing a number to a function that is not inlined allocates it on the heap. */
const mostWeight = /* @__PURE__ */ new Float64Array(1);
const movedCenter = /* @__PURE__ */ new Vector3();
