import { PMX_WEIGHT, type Vector3, type PmxVertices } from '@odori/format';

/** One bone, or two bones and the weight of the first. */
export type BoneWeights = readonly [bone: number] | readonly [bone: number, other: number, weight: number];

/** A piece as if from a lathe: a closed outline of points for each ring, with pointed ends. */
export interface TurnedPiece {
  origin: Vector3;
  /** The direction of the piece, the same as that of `side × front`. */
  along: Vector3;
  side: Vector3;
  front: Vector3;
  rings: readonly TurnedRing[];
  weights: (along: number) => BoneWeights;
  /** 2 is round. Larger values have edges, which make a twist visible. */
  squareness?: number; // 2
}

/** The distance along the piece, the half widths to the side and to the front, and a shift to the front. */
export type TurnedRing = readonly [along: number, side: number, front: number, shift?: number];

const SEGMENTS = 28;

/** Collects pieces in MMD space and builds the vertices and triangles of a model from them. */
export class MeshBuilder {
  readonly #positions: number[] = [];
  readonly #bones: number[] = [];
  readonly #weights: number[] = [];
  readonly #types: number[] = [];
  readonly #indices: number[] = [];

  add({ origin, along, side, front, rings, weights, squareness = 2 }: TurnedPiece): void {
    const first = this.#types.length;
    for (const [distance, halfSide, halfFront, shift = 0] of rings) {
      for (let i = 0; i < SEGMENTS; i++) {
        const angle = (i / SEGMENTS) * 2 * Math.PI;
        const s = rounded(Math.cos(angle), squareness) * halfSide;
        const f = rounded(Math.sin(angle), squareness) * halfFront + shift;
        for (let axis = 0; axis < 3; axis++) {
          this.#positions.push(origin[axis] + along[axis] * distance + side[axis] * s + front[axis] * f);
        }
        this.#addWeights(weights(distance));
      }
    }
    this.#join(first, rings.length);
  }

  #addWeights(weights: BoneWeights): void {
    const [bone, other = 0, weight = 1] = weights;
    this.#types.push(weights.length === 1 ? PMX_WEIGHT.bdef1 : PMX_WEIGHT.bdef2);
    this.#bones.push(bone, other, 0, 0);
    this.#weights.push(weight, 1 - weight, 0, 0);
  }

  /** Triangles between neighbouring rings. */
  #join(first: number, rings: number): void {
    for (let ring = 0; ring + 1 < rings; ring++) {
      for (let i = 0; i < SEGMENTS; i++) {
        const a = first + ring * SEGMENTS + i;
        const b = first + ring * SEGMENTS + ((i + 1) % SEGMENTS);
        this.#indices.push(a, b, a + SEGMENTS, b, b + SEGMENTS, a + SEGMENTS);
      }
    }
  }

  build(): { vertices: PmxVertices; indices: Uint32Array } {
    const positions = Float32Array.from(this.#positions);
    const indices = Uint32Array.from(this.#indices);
    const count = this.#types.length;
    const vertices: PmxVertices = {
      count,
      positions,
      normals: smoothNormals(positions, indices),
      uvs: new Float32Array(2 * count),
      additionalUvCount: 0,
      additionalUvs: new Float32Array(0),
      weightTypes: Uint8Array.from(this.#types),
      boneIndices: Int32Array.from(this.#bones),
      boneWeights: Float32Array.from(this.#weights),
      sdefVertices: new Uint32Array(0),
      sdefVectors: new Float32Array(0),
      edgeScales: new Float32Array(count).fill(1),
    };
    return { vertices, indices };
  }
}

/** A coordinate on a superellipse, from the cosine or sine of the angle. */
function rounded(value: number, squareness: number): number {
  return Math.sign(value) * Math.abs(value) ** (2 / squareness);
}

/** The normal of each vertex: the sum of the normals of its triangles, weighted by area. */
function smoothNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    const [ux, uy, uz] = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]);
    const [vx, vy, vz] = [0, 1, 2].map((axis) => positions[c + axis] - positions[a + axis]);
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [a, b, c]) {
      for (let axis = 0; axis < 3; axis++) normals[corner + axis] += normal[axis];
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]) || 1;
    for (let axis = 0; axis < 3; axis++) normals[i + axis] /= length;
  }
  return normals;
}
