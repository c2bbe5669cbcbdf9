import { Box3, type SkinnedMesh, Sphere, Vector3 } from 'three';
import { type BoneBoxes, BOX_SIZE } from './bone-boxes.js';

/**
 * The bounds of a posed model, for culling, rays and framing; at rest they are exact.
 *
 * A skinned vertex lies between the positions to which each of its bones alone would move it. So all vertices
 * lie in the box around the bones' boxes, each moved with its bone and enlarged by how far the morphs of the
 * pose move its vertices.
 */
export class PoseBounds {
  readonly #box = new Box3();
  readonly #sphere = new Sphere();
  readonly #boxes: () => BoneBoxes;
  readonly #skinMatrices: Float32Array;
  readonly #weights: Float64Array;
  /** By how much each box is enlarged. */
  #reach: Float64Array | undefined;
  #isStale = true;

  /**
   * `boxes` is called when the bounds are read for the first time. `skinMatrices`: `16 * bones`, from rest to
   * pose. `weights`: of the morphs, with those that groups add; they may be above 1.
   */
  constructor(boxes: () => BoneBoxes, skinMatrices: Float32Array, weights: Float64Array) {
    this.#boxes = boxes;
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
    const all = this.#boxes();
    const { bones, boxes } = all;
    const reach = writeReach(all, this.#weights, (this.#reach ??= new Float64Array(bones.length)));
    this.#box.makeEmpty();
    for (let i = 0; i < bones.length; i++) {
      addMoved(this.#box, boxes, BOX_SIZE * i, this.#skinMatrices, 16 * bones[i], reach, i);
    }
    this.#box.getBoundingSphere(this.#sphere);
  }
}

/** Writes to `out` how far the morphs, under their weights, move the vertices of each box; returns `out`. */
export function writeReach({ reach }: BoneBoxes, weights: Float64Array, out: Float64Array): Float64Array {
  const { boxes, morphs, distances } = reach;
  out.fill(0);
  for (let i = 0; i < boxes.length; i++) {
    const weight = Math.abs(weights[morphs[i]]);
    // a weight that is larger or NaN gives no usable position
    if (weight < MAX_WEIGHT) out[boxes[i]] += weight * distances[i];
  }
  return out;
}

/**
 * Adds a bone's box, moved with its matrix and enlarged by `reach[i]`. No number goes into or out of a
 * function that may not be inlined, because that would allocate it on the heap.
 */
export function addMoved(
  { min, max }: Box3,
  boxes: Float64Array,
  b: number,
  m: Float32Array,
  o: number,
  reach: Float64Array,
  i: number,
): void {
  const x = boxes[b];
  const y = boxes[b + 1];
  const z = boxes[b + 2];
  // a file may contain numbers that overflow
  const width = Math.min(boxes[b + 3], FAR);
  const height = Math.min(boxes[b + 4], FAR);
  const depth = Math.min(boxes[b + 5], FAR);
  if (o >= m.length) {
    center.set(x, y, z);
    half.set(width, height, depth);
  } else {
    if (isSheared(m, o)) reach[i] *= mostStretch(m, o);
    center.x = m[o] * x + m[o + 4] * y + m[o + 8] * z + m[o + 12];
    center.y = m[o + 1] * x + m[o + 5] * y + m[o + 9] * z + m[o + 13];
    center.z = m[o + 2] * x + m[o + 6] * y + m[o + 10] * z + m[o + 14];
    half.x = Math.abs(m[o]) * width + Math.abs(m[o + 4]) * height + Math.abs(m[o + 8]) * depth;
    half.y = Math.abs(m[o + 1]) * width + Math.abs(m[o + 5]) * height + Math.abs(m[o + 9]) * depth;
    half.z = Math.abs(m[o + 2]) * width + Math.abs(m[o + 6]) * height + Math.abs(m[o + 10]) * depth;
  }
  const radius = Math.min(reach[i], FAR);
  min.set(
    Math.min(min.x, center.x - half.x - radius),
    Math.min(min.y, center.y - half.y - radius),
    Math.min(min.z, center.z - half.z - radius),
  );
  max.set(
    Math.max(max.x, center.x + half.x + radius),
    Math.max(max.y, center.y + half.y + radius),
    Math.max(max.z, center.z + half.z + radius),
  );
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
const half = /* @__PURE__ */ new Vector3();
const center = /* @__PURE__ */ new Vector3();
