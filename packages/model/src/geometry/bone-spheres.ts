import type { GeometryData } from './geometry-data.js';
import { SDEF_STRIDE } from './sdef-column.js';

/** A sphere around all vertices that a bone moves, at rest, in the model's space. */
export interface BoneSphere {
  readonly bone: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly radius: number;
  /** How far morphs of weight 1 move a vertex out of it. */
  readonly reach: number;
}

/** The numbers of a sphere: its center, radius and reach; while it is made, the box around its vertices. */
const SIZE = 6;

/**
 * One sphere for each bone that moves vertices. `reach`: how far morphs of weight 1 move each vertex.
 * O(vertices).
 *
 * An SDEF vertex is never further from the segment between its moved arms than it is from C at rest: see
 * sdef-column.ts.
 */
export function boneSpheres({ columns, sdef }: GeometryData, reach: Float32Array): BoneSphere[] {
  const column = (name: string): ArrayLike<number> => columns.find((each) => each.name === name)!.numbers;
  const positions = column('position') as Float32Array;
  const bones = column('skinIndex');
  const weights = column('skinWeight') as Float32Array;
  const boxes = boxesOf(positions, bones, weights);
  const spheres = new Float64Array(boxes.length);
  for (let o = 0; o < boxes.length; o += SIZE) {
    for (let k = o; k < o + 3; k++) spheres[k] = (boxes[k] + boxes[k + 3]) / 2;
  }
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    const vertex = i >> 2;
    const o = SIZE * bones[i];
    const distance = distanceTo(spheres, o, positions, 3 * vertex);
    spheres[o + 3] = Math.max(
      spheres[o + 3],
      distance,
      sdef ? sdefDistance(sdef, positions, i, spheres, o) : 0,
    );
    spheres[o + 4] = Math.max(spheres[o + 4], reach[vertex]);
  }
  return listOf(boxes, spheres);
}

/** The box around the vertices of each bone: 3 numbers of its minimum, 3 of its maximum. */
function boxesOf(positions: Float32Array, bones: ArrayLike<number>, weights: Float32Array): Float64Array {
  let last = -1;
  for (let i = 0; i < weights.length; i++) if (bones[i] > last) last = bones[i];
  const boxes = new Float64Array(SIZE * (last + 1));
  for (let k = 0; k < boxes.length; k++) boxes[k] = k % SIZE < 3 ? Infinity : -Infinity;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] !== 0) enlarge(boxes, SIZE * bones[i], positions, 3 * (i >> 2));
  }
  return boxes;
}

function enlarge(boxes: Float64Array, o: number, positions: Float32Array, p: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const value = positions[p + axis];
    if (value < boxes[o + axis]) boxes[o + axis] = value;
    if (value > boxes[o + 3 + axis]) boxes[o + 3 + axis] = value;
  }
}

function listOf(boxes: Float64Array, spheres: Float64Array): BoneSphere[] {
  const list: BoneSphere[] = [];
  for (let o = 0; o < boxes.length; o += SIZE) {
    if (boxes[o] > boxes[o + 3]) continue; // no vertex
    const [x, y, z, radius, reach] = spheres.subarray(o, o + 5);
    list.push({ bone: o / SIZE, x, y, z, radius, reach });
  }
  return list;
}

/**
 * The largest distance from the center of a sphere that an SDEF vertex can reach about the arm of one of its
 * bones; 0: not SDEF.
 */
function sdefDistance(
  sdef: Float32Array,
  positions: Float32Array,
  slot: number,
  spheres: Float64Array,
  o: number,
): number {
  const vertex = slot >> 2;
  const start = SDEF_STRIDE * vertex;
  if (sdef[start + 3] === 0) return 0;
  const arm = start + (slot % 4 === 0 ? 4 : 7);
  return distanceTo(spheres, o, sdef, arm) + distanceTo(positions, 3 * vertex, sdef, start);
}

/** The distance between two points, each 3 numbers from an index on. */
function distanceTo(
  a: Float32Array | Float64Array,
  i: number,
  b: Float32Array | Float64Array,
  j: number,
): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
