import { type ArrayShapes, copyItems, growArrays } from './arrays.js';
import type { Bodies } from './bodies.js';
import { dot, f, minor } from './float32.js';
import type { Placing } from './placing.js';
import { transform } from './rotation.js';

// A contact point takes 18 numbers:

/** The point in the space of each body. */
const LOCAL_A = 0;
const LOCAL_B = 3;
/** The point on each body in the world. */
export const POINT_A = 6;
export const POINT_B = 9;
/** Normal on B, towards A. */
export const NORMAL = 12;
/** Negative: the bodies overlap. */
export const DISTANCE = 15;
/** What the solver needed in the last substep. It starts the next one. */
export const POINT_IMPULSE = 16;
/** Number of substeps that the point has been solved in. */
export const LIFETIME = 17;
const POINT = 18;
export const MAX_POINTS = 4;
/** Numbers per manifold. */
const MANIFOLD = POINT * MAX_POINTS;

const ARRAYS: ArrayShapes<Manifolds> = {
  bodiesA: [Int32Array, 1],
  bodiesB: [Int32Array, 1],
  pointCounts: [Uint8Array, 1],
  distances: [Float32Array, 1],
  points: [Float32Array, MANIFOLD],
};

/**
 * The contacts of all pairs of bodies that are close: up to four points a pair, kept from substep to substep
 * (§5.4).
 *
 * A manifold's index decides the order of solving: new ones come last, and the last one takes the index of
 * one that ends.
 */
export class Manifolds {
  count = 0;
  declare bodiesA: Int32Array;
  declare bodiesB: Int32Array;
  declare pointCounts: Uint8Array;
  /** Points farther apart than this are dropped. */
  declare distances: Float32Array;
  declare points: Float32Array;

  constructor() {
    growArrays(this, ARRAYS, 32);
  }

  add(a: number, b: number, bodies: Bodies): void {
    if (this.count === this.bodiesA.length) growArrays(this, ARRAYS, 2 * this.count);
    const m = this.count++;
    this.bodiesA[m] = a;
    this.bodiesB[m] = b;
    this.pointCounts[m] = 0;
    this.distances[m] = this.#contactDistance(a, b, bodies);
  }

  /** Removes a manifold. The last one takes its index. */
  remove(m: number): void {
    const last = --this.count;
    this.bodiesA[m] = this.bodiesA[last];
    this.bodiesB[m] = this.bodiesB[last];
    this.pointCounts[m] = this.pointCounts[last];
    this.distances[m] = this.distances[last];
    this.points.copyWithin(MANIFOLD * m, MANIFOLD * last, MANIFOLD * (last + 1));
  }

  /** Adds a copy of a manifold of another world, between these bodies here. */
  append(source: Manifolds, m: number, a: number, b: number, bodies: Bodies): void {
    if (this.count === this.bodiesA.length) growArrays(this, ARRAYS, 2 * this.count);
    copyItems(source, m, m + 1, this, this.count, ARRAYS);
    this.bodiesA[this.count] = a;
    this.bodiesB[this.count] = b;
    this.distances[this.count++] = this.#contactDistance(a, b, bodies);
  }

  /** Moves the points between bodies `first` to `end` into another space. Allocates nothing. */
  place(first: number, end: number, placing: Placing): void {
    const { points: p } = this;
    const { scale } = placing;
    for (let m = 0; m < this.count; m++) {
      const b = this.bodiesB[m];
      if (!(this.bodiesA[m] >= first && this.bodiesA[m] < end && (b === 0 || (b >= first && b < end))))
        continue;
      for (let o = MANIFOLD * m; o < MANIFOLD * m + POINT * this.pointCounts[m]; o += POINT) {
        for (let i = 0; i < 3; i++) {
          p[o + LOCAL_A + i] *= scale;
          if (b !== 0) p[o + LOCAL_B + i] *= scale;
        }
        if (b === 0) placing.move(p, o + LOCAL_B);
        placing.turn(p, o + NORMAL);
        p[o + DISTANCE] *= scale;
        p[o + POINT_IMPULSE] /= scale;
      }
    }
  }

  #contactDistance(a: number, b: number, { contactDistances }: Bodies): number {
    return Math.min(contactDistances[a], contactDistances[b]);
  }

  /** Offset of a point in {@link points}. */
  offsetOf(m: number, point: number): number {
    return MANIFOLD * m + POINT * point;
  }

  /**
   * Takes the `candidate`. It replaces a point that is near, or joins, or takes the place of the one that
   * matters least.
   */
  offer(m: number, bodies: Bodies): void {
    const distance = candidate[DISTANCE];
    if (!(distance <= this.distances[m])) return;
    for (let i = 0; i < 3; i++) {
      candidate[POINT_A + i] = candidate[POINT_B + i] + f(candidate[NORMAL + i] * distance);
    }
    toLocal(bodies, this.bodiesA[m], POINT_A, LOCAL_A);
    toLocal(bodies, this.bodiesB[m], POINT_B, LOCAL_B);
    const near = this.#nearest(m);
    const kept = near >= 0 ? this.offsetOf(m, near) : 0;
    candidate[POINT_IMPULSE] = near >= 0 ? this.points[kept + POINT_IMPULSE] : 0;
    candidate[LIFETIME] = near >= 0 ? this.points[kept + LIFETIME] : 0;
    let slot = near;
    if (near < 0) slot = this.pointCounts[m] < MAX_POINTS ? this.pointCounts[m]++ : this.#leastUseful(m);
    this.points.set(candidate, this.offsetOf(m, slot));
  }

  /** Moves the points with their bodies, and drops those that came apart. */
  refresh(m: number, bodies: Bodies): void {
    const { points: p } = this;
    const first = MANIFOLD * m;
    for (let o = first; o < first + POINT * this.pointCounts[m]; o += POINT) {
      toWorld(bodies, this.bodiesA[m], p, o + LOCAL_A, o + POINT_A);
      toWorld(bodies, this.bodiesB[m], p, o + LOCAL_B, o + POINT_B);
      let distance = 0;
      for (let i = o; i < o + 3; i++) {
        distance = f(distance + f(f(p[i + POINT_A] - p[i + POINT_B]) * p[i + NORMAL]));
      }
      p[o + DISTANCE] = distance;
      p[o + LIFETIME]++;
    }
    for (let point = this.pointCounts[m] - 1; point >= 0; point--) {
      const o = first + POINT * point;
      if (!isApart(p, o, this.distances, m)) continue;
      const last = first + POINT * --this.pointCounts[m];
      p.copyWithin(o, last, last + POINT);
    }
  }

  /** The point nearest to the candidate on body A, or -1 if none is near. */
  #nearest(m: number): number {
    const p = this.points;
    let best = f(this.distances[m] * this.distances[m]);
    let nearest = -1;
    for (let point = 0; point < this.pointCounts[m]; point++) {
      const o = this.offsetOf(m, point);
      const x = f(p[o] - candidate[0]);
      const y = f(p[o + 1] - candidate[1]);
      const z = f(p[o + 2] - candidate[2]);
      const square = dot(x, y, z, x, y, z);
      if (square < best) {
        best = square;
        nearest = point;
      }
    }
    return nearest;
  }

  /**
   * Of four points, the one without which the area between the candidate and the others is largest. The
   * deepest point stays.
   */
  #leastUseful(m: number): number {
    const o = this.offsetOf(m, 0);
    let deepest = -1;
    let depth = candidate[DISTANCE];
    for (let point = 0; point < MAX_POINTS; point++) {
      const distance = this.points[o + POINT * point + DISTANCE];
      if (distance < depth) {
        depth = distance;
        deepest = point;
      }
    }
    let best = -1;
    let largest = -1;
    for (let point = 0; point < MAX_POINTS; point++) {
      const span = SPANS[point];
      const area =
        point === deepest
          ? 0
          : spannedArea(this.points, o + POINT * span[0], o + POINT * span[1], o + POINT * span[2]);
      if (area > largest) {
        largest = area;
        best = point;
      }
    }
    return Math.max(0, best);
  }
}

/** The contact point that a detector found: it writes the point on B, the normal on B, and the distance. */
export const candidate: Float32Array = /* @__PURE__ */ new Float32Array(POINT);
/**
 * For each of four points: the point that the candidate is measured from, and the end and start of the other
 * edge.
 */
const SPANS: readonly (readonly [number, number, number])[] = [
  [1, 3, 2],
  [0, 3, 2],
  [0, 3, 1],
  [0, 2, 1],
];

/** |(candidate − from) × (end − start)|², on body A. */
function spannedArea(p: Float32Array, from: number, end: number, start: number): number {
  const ax = f(candidate[0] - p[from]);
  const ay = f(candidate[1] - p[from + 1]);
  const az = f(candidate[2] - p[from + 2]);
  const bx = f(p[end] - p[start]);
  const by = f(p[end + 1] - p[start + 1]);
  const bz = f(p[end + 2] - p[start + 2]);
  const x = minor(ay, bz, az, by);
  const y = minor(az, bx, ax, bz);
  const z = minor(ax, by, ay, bx);
  return dot(x, y, z, x, y, z);
}

/** Whether the points of A and B came apart: along the normal, or sideways. */
function isApart(p: Float32Array, o: number, distances: Float32Array, m: number): boolean {
  const limit = distances[m];
  const distance = p[o + DISTANCE];
  let square = 0;
  for (let i = o; i < o + 3; i++) {
    const sideways = f(p[i + POINT_B] - f(p[i + POINT_A] - f(p[i + NORMAL] * distance)));
    square = f(square + f(sideways * sideways));
  }
  return !(distance <= limit) || !(square <= f(limit * limit));
}

/** Writes a point of the candidate in the body's space. */
function toLocal({ positions, rotations: r }: Bodies, body: number, from: number, to: number): void {
  const x = f(candidate[from] - positions[3 * body]);
  const y = f(candidate[from + 1] - positions[3 * body + 1]);
  const z = f(candidate[from + 2] - positions[3 * body + 2]);
  for (let i = 0; i < 3; i++) {
    const m = 9 * body + i;
    candidate[to + i] = dot(r[m], r[m + 3], r[m + 6], x, y, z);
  }
}

function toWorld(
  { positions, rotations }: Bodies,
  body: number,
  p: Float32Array,
  from: number,
  to: number,
): void {
  transform(rotations, 9 * body, p, from, p, to);
  for (let i = 0; i < 3; i++) p[to + i] += positions[3 * body + i];
}
