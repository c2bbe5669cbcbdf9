import { BDEF1, BDEF2, type PmxVector3, type PmxVertices } from '@odori/format';

/** One bone, or two and how much the first has to say. */
export type BonePull = readonly [bone: number] | readonly [bone: number, other: number, weight: number];

/** A turned piece: a closed line of `segments` points for each ring, the ends drawn together. */
export interface TurnedPiece {
  origin: PmxVector3;
  /** Where the piece points to; `side × front` must point there too. */
  along: PmxVector3;
  side: PmxVector3;
  front: PmxVector3;
  rings: readonly TurnedRing[];
  pull: (along: number) => BonePull;
  /** 2 is round; more has edges, so that a twist can be seen. */
  squareness?: number; // 2
}

/** How far along, half the width at the side and at the front, and how far it is moved to the front. */
export type TurnedRing = readonly [along: number, side: number, front: number, shift?: number];

const SEGMENTS = 28;

/** Collects pieces, in MMD's space, and makes the vertices of a model of them. */
export class MeshBuilder {
  readonly #positions: number[] = [];
  readonly #bones: number[] = [];
  readonly #weights: number[] = [];
  readonly #types: number[] = [];
  readonly #indices: number[] = [];

  add({ origin, along, side, front, rings, pull, squareness = 2 }: TurnedPiece): void {
    const first = this.#types.length;
    for (const [distance, halfSide, halfFront, shift = 0] of rings) {
      for (let i = 0; i < SEGMENTS; i++) {
        const angle = (i / SEGMENTS) * 2 * Math.PI;
        const s = rounded(Math.cos(angle), squareness) * halfSide;
        const f = rounded(Math.sin(angle), squareness) * halfFront + shift;
        for (let axis = 0; axis < 3; axis++) {
          this.#positions.push(origin[axis] + along[axis] * distance + side[axis] * s + front[axis] * f);
        }
        this.#pull(pull(distance));
      }
    }
    this.#join(first, rings.length);
  }

  #pull(pull: BonePull): void {
    const [bone, other = 0, weight = 1] = pull;
    this.#types.push(pull.length === 1 ? BDEF1 : BDEF2);
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

/** A superellipse: the cosine or sine of its point at an angle. */
function rounded(value: number, squareness: number): number {
  return Math.sign(value) * Math.abs(value) ** (2 / squareness);
}

/** The sum of the normals of the triangles around each vertex, each as heavy as its area. */
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
