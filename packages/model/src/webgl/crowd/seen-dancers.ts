import { type Box3, type Camera, Matrix4, type Object3D, Vector3, Vector4 } from 'three';
import type { CrowdPlace } from '../../crowd/crowd-kit.js';

/** What a picture of the camera spans, −1 to 1, is this much wider than the boxes of dancers: for edges. */
const MARGIN = 0.01;

/**
 * The dancers of a crowd as a camera sees them: which is farther, and which of them overlap on the picture.
 *
 * They are in layers. No two dancers of a layer overlap, and one that overlaps a farther one is in a later
 * layer: so layers that are drawn one after the other show what single models would, drawn far to near.
 */
export class SeenDancers {
  /** How many layers there are. */
  layers = 1;
  /** The places in the order in which they are drawn: by layer, and far to near within each. */
  order: Uint32Array = new Uint32Array(0);
  /** How many layers the picture needs. */
  #found = 1;
  /** The layer of each place, of those. */
  #layerOf = new Uint32Array(0);
  #depths = new Float64Array(0);
  /** Left, bottom, right, top. */
  #rects = new Float64Array(0);
  #farToNear = new Uint32Array(0);
  /** Of each layer, in `order`. */
  #ends = new Uint32Array(0);

  /**
   * Looks at the first `count` places. `layered`: whether layers are wanted; without, there is one. Allocates
   * nothing unless there are more places than before. O(count²).
   */
  see(places: readonly CrowdPlace[], count: number, crowd: Object3D, camera: Camera, layered: boolean): void {
    if (count !== this.order.length) this.#resize(count);
    toView.multiplyMatrices(camera.matrixWorldInverse, crowd.matrixWorld);
    for (let i = 0; i < count; i++) this.#project(places[i], i, layered ? camera : undefined);
    this.#sort(count);
    this.#found = 1;
    this.#layerOf.fill(0);
    if (layered) this.#overlap(count);
    this.join(this.#found);
  }

  /** Makes at most that many layers of those that the picture needs: neighbors become one. */
  join(most: number): void {
    const found = this.#found;
    this.layers = Math.min(found, Math.max(most, 1));
    let end = 0;
    for (let layer = 0; layer < this.layers; layer++) {
      for (let i = 0; i < this.order.length; i++) {
        const place = this.#farToNear[i];
        if (Math.floor((this.#layerOf[place] * this.layers) / found) === layer) this.order[end++] = place;
      }
      this.#ends[layer] = end;
    }
  }

  /** The number of dancers in all layers up to, and with, this one. */
  endOf(layer: number): number {
    return layer < 0 ? 0 : this.#ends[layer];
  }

  #resize(count: number): void {
    this.order = new Uint32Array(count);
    this.#layerOf = new Uint32Array(count);
    this.#ends = new Uint32Array(Math.max(count, 1));
    this.#depths = new Float64Array(count);
    this.#rects = new Float64Array(4 * count);
    this.#farToNear = Uint32Array.from({ length: count }, (_, i) => i);
  }

  /** Depths are those by which three sorts single models. */
  #project({ dancer: { mesh }, place }: CrowdPlace, i: number, camera: Camera | undefined): void {
    toPicture.multiplyMatrices(toView, place.matrix);
    this.#depths[i] = -center.copy(mesh.boundingSphere.center).applyMatrix4(toPicture).z;
    if (camera)
      writeRect(this.#rects, 4 * i, mesh.boundingBox, toPicture.premultiply(camera.projectionMatrix));
  }

  /** By insertion: most dancers are where they were in the picture before. */
  #sort(count: number): void {
    const [order, depths] = [this.#farToNear, this.#depths];
    for (let i = 1; i < count; i++) {
      const place = order[i];
      let k = i - 1;
      while (k >= 0 && isAfter(depths, order[k], place)) {
        order[k + 1] = order[k];
        k--;
      }
      order[k + 1] = place;
    }
  }

  #overlap(count: number): void {
    const [order, layerOf] = [this.#farToNear, this.#layerOf];
    for (let i = 0; i < count; i++) {
      let layer = 0;
      for (let k = 0; k < i; k++) {
        const isLater = layerOf[order[k]] >= layer && overlap(this.#rects, 4 * order[i], 4 * order[k]);
        if (isLater) layer = layerOf[order[k]] + 1;
      }
      layerOf[order[i]] = layer;
      this.#found = Math.max(this.#found, layer + 1);
    }
  }
}

const toView = /* @__PURE__ */ new Matrix4();
const toPicture = /* @__PURE__ */ new Matrix4();
const center = /* @__PURE__ */ new Vector3();
const corner = /* @__PURE__ */ new Vector4();

/** Whether the place `a` is drawn after `b`: it is nearer, or just as far and came later. */
function isAfter(depths: Float64Array, a: number, b: number): boolean {
  return depths[a] < depths[b] || (depths[a] === depths[b] && a > b);
}

/** Writes the rectangle around a box on the picture; all of it if a part of the box is behind the eye. */
function writeRect(rects: Float64Array, start: number, { min, max }: Box3, toClip: Matrix4): void {
  let left = Infinity;
  let bottom = Infinity;
  let right = -Infinity;
  let top = -Infinity;
  for (let k = 0; k < 8; k++) {
    corner.set(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z, 1).applyMatrix4(toClip);
    const isBehind = !(corner.w > 0);
    left = Math.min(left, isBehind ? -Infinity : corner.x / corner.w);
    bottom = Math.min(bottom, isBehind ? -Infinity : corner.y / corner.w);
    right = Math.max(right, isBehind ? Infinity : corner.x / corner.w);
    top = Math.max(top, isBehind ? Infinity : corner.y / corner.w);
  }
  rects[start] = left - MARGIN;
  rects[start + 1] = bottom - MARGIN;
  rects[start + 2] = right + MARGIN;
  rects[start + 3] = top + MARGIN;
}

function overlap(rects: Float64Array, a: number, b: number): boolean {
  const isBeside = rects[a] >= rects[b + 2] || rects[b] >= rects[a + 2];
  const isAbove = rects[a + 1] >= rects[b + 3] || rects[b + 1] >= rects[a + 3];
  return !isBeside && !isAbove;
}
