import type { SparseMorph } from '../morphs/sparse-morphs.js';
import type { GeometryData } from './geometry-data.js';
import { SDEF_STRIDE } from './sdef-column.js';

/** The numbers of a box: 3 of its center, 3 of half its size; while it is made, its minimum and maximum. */
export const BOX_SIZE = 6;

/** The bounds, at rest and in the model's space, of the vertices that each bone moves. */
export interface BoneBoxes {
  /** The bones that move vertices. */
  readonly bones: Uint32Array;
  /** `BOX_SIZE` per bone: its center and half its size. */
  readonly boxes: Float64Array;
  /** How far a morph of weight 1 moves vertices out of a box. */
  readonly reach: {
    /** An index of `bones`. */
    readonly boxes: Uint32Array;
    readonly morphs: Uint32Array;
    readonly distances: Float64Array;
  };
}

/** What decides where bones move vertices. */
export interface SkinnedColumns {
  readonly positions: Float32Array;
  /** The bones of each vertex, `4 * vertices`, and their weights. */
  readonly slots: ArrayLike<number>;
  readonly weights: Float32Array;
  /** See sdef-column.ts. */
  readonly sdef: Float32Array | undefined;
}

export function skinnedColumns({ columns, sdef }: GeometryData): SkinnedColumns {
  const column = (name: string): ArrayLike<number> => columns.find((each) => each.name === name)!.numbers;
  return {
    positions: column('position') as Float32Array,
    slots: column('skinIndex'),
    weights: column('skinWeight') as Float32Array,
    sdef,
  };
}

/** O(vertices + offsets of morphs). */
export function boneBoxes(geometry: GeometryData, morphs: readonly SparseMorph[]): BoneBoxes {
  const columns = skinnedColumns(geometry);
  const { slots, weights } = columns;
  const all = limitsOf(columns);
  const bones: number[] = [];
  const indices = new Map<number, number>();
  for (let o = 0; o < all.length; o += BOX_SIZE) {
    if (all[o] > all[o + 3]) continue; // no vertex
    indices.set(o / BOX_SIZE, bones.length);
    bones.push(o / BOX_SIZE);
  }
  const boxes = new Float64Array(BOX_SIZE * bones.length);
  bones.forEach((bone, i) => boxes.set(all.subarray(BOX_SIZE * bone, BOX_SIZE * (bone + 1)), BOX_SIZE * i));
  centerBoxes(boxes);
  return { bones: Uint32Array.from(bones), boxes, reach: reachOf(morphs, slots, weights, indices) };
}

/** Turns minimum and maximum of each box into its center and half its size. */
export function centerBoxes(boxes: Float64Array): void {
  for (let o = 0; o < boxes.length; o += BOX_SIZE) {
    for (let axis = o; axis < o + 3; axis++) {
      const [min, max] = [boxes[axis], boxes[axis + 3]];
      boxes[axis] = (min + max) / 2;
      boxes[axis + 3] = (max - min) / 2;
    }
  }
}

/** The limits of each bone's vertices, minimum and maximum. */
function limitsOf(columns: SkinnedColumns): Float64Array {
  const { slots, weights } = columns;
  let last = -1;
  for (let i = 0; i < weights.length; i++) if (slots[i] > last) last = slots[i];
  const limits = emptyLimits(last + 1);
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] !== 0) addSlot(limits, BOX_SIZE * slots[i], columns, i);
  }
  return limits;
}

/** The limits of boxes that contain nothing. */
export function emptyLimits(count: number): Float64Array {
  const limits = new Float64Array(BOX_SIZE * count);
  for (let k = 0; k < limits.length; k++) limits[k] = k % BOX_SIZE < 3 ? Infinity : -Infinity;
  return limits;
}

/**
 * Enlarges the limits at `o` by where a bone alone, that of slot `i`, would move its vertex.
 *
 * An SDEF vertex is never further from the segment between its moved arms than it is from C at rest: see
 * sdef-column.ts.
 */
export function addSlot(
  limits: Float64Array,
  o: number,
  { positions, sdef }: SkinnedColumns,
  i: number,
): void {
  const vertex = i >> 2;
  enlarge(limits, o, positions, 3 * vertex, 0);
  const start = SDEF_STRIDE * vertex;
  if (!sdef || sdef[start + 3] === 0) return;
  const arm = start + (i % 4 === 0 ? 4 : 7);
  enlarge(limits, o, sdef, arm, distanceTo(positions, 3 * vertex, sdef, start));
}

/** Enlarges a box by a cube around a point. */
function enlarge(limits: Float64Array, o: number, points: Float32Array, p: number, radius: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const value = points[p + axis];
    if (value - radius < limits[o + axis]) limits[o + axis] = value - radius;
    if (value + radius > limits[o + 3 + axis]) limits[o + 3 + axis] = value + radius;
  }
}

/** The distance between two points, each 3 numbers from an index on. */
function distanceTo(a: Float32Array, i: number, b: Float32Array, j: number): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** `indices`: those of the boxes of bones. */
function reachOf(
  morphs: readonly SparseMorph[],
  slots: ArrayLike<number>,
  weights: Float32Array,
  indices: ReadonlyMap<number, number>,
): BoneBoxes['reach'] {
  const reached: number[] = [];
  const moving: number[] = [];
  const distances: number[] = [];
  for (const morph of morphs) {
    for (const [bone, distance] of farthest(morph, slots, weights)) {
      reached.push(indices.get(bone)!);
      moving.push(morph.morph);
      distances.push(distance);
    }
  }
  return {
    boxes: Uint32Array.from(reached),
    morphs: Uint32Array.from(moving),
    distances: Float64Array.from(distances),
  };
}

/** By bone, how far a morph moves its vertices. Several offsets of a vertex add up. */
function farthest(
  { vertices, offsets }: SparseMorph,
  slots: ArrayLike<number>,
  weights: Float32Array,
): Map<number, number> {
  const moves = new Map<number, number>();
  for (let i = 0; i < vertices.length; i++) {
    const distance = Math.hypot(offsets[3 * i], offsets[3 * i + 1], offsets[3 * i + 2]);
    moves.set(vertices[i], (moves.get(vertices[i]) ?? 0) + distance);
  }
  const reach = new Map<number, number>();
  for (const [vertex, distance] of moves) {
    for (let slot = 4 * vertex; slot < 4 * vertex + 4; slot++) {
      if (weights[slot] === 0 || distance === 0) continue;
      reach.set(slots[slot], Math.max(reach.get(slots[slot]) ?? 0, distance));
    }
  }
  return reach;
}
