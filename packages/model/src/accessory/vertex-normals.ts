import type { XMesh } from '@odori/format/x';
import { Vector3 } from 'three';

/**
 * The normals of a mesh that has none in its file: 3 numbers for each of its vertices, of length 1.
 * O(corners).
 *
 * The normal of a vertex is the sum of the normals of its triangles, each weighted by the angle of the corner
 * there; faces are fans of triangles. Vertices at one place are not joined, so that edges stay sharp where
 * the file has several vertices. Where the normals cancel one another, as on a sheet with two sides, and at
 * vertices without a face, the normal is 0: no light falls there.
 *
 * `positions`: 3 numbers for each vertex, in a left-handed space; the front of a face is clockwise there.
 *
 * @see The 13,519 normals of stage01.x in the memory of MMD 9.31 agree within 0.03°. Equal weights, weights
 * by area, and joined vertices give other normals at more than 60 % of the vertices.
 */
export function createVertexNormals(
  { corners, faceStarts }: Pick<XMesh, 'corners' | 'faceStarts'>,
  positions: Float64Array,
): Float32Array {
  const sums = new NormalSums(positions);
  for (let face = 0; face < faceStarts.length - 1; face++)
    for (let i = faceStarts[face] + 2; i < faceStarts[face + 1]; i++)
      sums.add(corners[faceStarts[face]], corners[i - 1], corners[i]);
  return sums.normalized();
}

/** A sum shorter than this part of its angles is what rounding leaves of normals that cancel one another. */
const MIN_LENGTH = 1e-5;

/** By vertex: the sum of the normals of its triangles, and of their angles. */
class NormalSums {
  readonly #positions: Float64Array;
  readonly #sums: Float64Array;
  readonly #angles: Float64Array;

  constructor(positions: Float64Array) {
    this.#positions = positions;
    this.#sums = new Float64Array(positions.length);
    this.#angles = new Float64Array(positions.length / 3);
  }

  /** Adds a triangle. One with a vertex that there is not counts for nothing. */
  add(a: number, b: number, c: number): void {
    if (!(Math.max(a, b, c) < this.#angles.length)) return;
    normal.crossVectors(this.#side(ahead, a, b), this.#side(back, a, c));
    const area = normal.length();
    if (!(area > 0)) return;
    normal.divideScalar(area);
    this.#addCorner(area, a, b, c);
    this.#addCorner(area, b, c, a);
    this.#addCorner(area, c, a, b);
  }

  /** `area`: the product of the two sides times the sine of the angle between them, equal at all corners. */
  #addCorner(area: number, vertex: number, next: number, last: number): void {
    const cosine = this.#side(ahead, vertex, next).dot(this.#side(back, vertex, last));
    const angle = Math.atan2(area, cosine);
    this.#angles[vertex] += angle;
    this.#sums[3 * vertex] += angle * normal.x;
    this.#sums[3 * vertex + 1] += angle * normal.y;
    this.#sums[3 * vertex + 2] += angle * normal.z;
  }

  #side(out: Vector3, from: number, to: number): Vector3 {
    return out.fromArray(this.#positions, 3 * to).sub(place.fromArray(this.#positions, 3 * from));
  }

  normalized(): Float32Array {
    const normals = new Float32Array(this.#sums.length);
    for (const [vertex, angle] of this.#angles.entries()) {
      normal.fromArray(this.#sums, 3 * vertex);
      if (normal.length() > MIN_LENGTH * angle) normal.normalize().toArray(normals, 3 * vertex);
    }
    return normals;
  }
}

const normal = /* @__PURE__ */ new Vector3();
const ahead = /* @__PURE__ */ new Vector3();
const back = /* @__PURE__ */ new Vector3();
const place = /* @__PURE__ */ new Vector3();
