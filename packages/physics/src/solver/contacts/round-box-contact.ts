import type { Bodies } from '../bodies.js';
import { candidate, DISTANCE, type Manifolds, NORMAL, POINT_B } from '../manifolds.js';
import { MARGIN } from '../shapes.js';

// A sphere or capsule against a box with rounded edges, which is a core, smaller by the margin, with the
// margin around (§5.3). Bullet iterates here (GJK, EPA) and stops at a relative change of 1e-6. These closed
// forms are exact, in doubles. All vectors are in the axes of the box, with its centre as origin.

/** Closer than this, the round body's core lies within the box's core. */
const OVERLAP = 1e-6;

/** Half extents of the core. A box thinner than its margin has a negative one. */
const core = /* @__PURE__ */ new Float64Array(3);
/** Centre of the round body, and half of its segment. */
const centre = /* @__PURE__ */ new Float64Array(3);
const segment = /* @__PURE__ */ new Float64Array(3);
/** The closest point of the segment, and its difference from the core's closest point. */
const point = /* @__PURE__ */ new Float64Array(3);
const gap = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);
const best = /* @__PURE__ */ new Float64Array(3);

/** A sphere (a capsule of height 0) or a capsule against a box, in either order. */
export function touchRoundBox(manifolds: Manifolds, m: number, bodies: Bodies, box: number): void {
  const roundIsA = box !== manifolds.bodiesA[m];
  const round = roundIsA ? manifolds.bodiesA[m] : manifolds.bodiesB[m];
  readBodies(bodies, box, round);
  findClosest();
  const size = Math.sqrt(gap[0] ** 2 + gap[1] ** 2 + gap[2] ** 2);
  const radius = bodies.sizes[3 * round];
  if (size > OVERLAP) {
    for (let i = 0; i < 3; i++) {
      direction[i] = gap[i] / size;
      // On the box's surface if it is B, else on the round body's.
      point[i] -= roundIsA ? gap[i] - MARGIN * direction[i] : radius * direction[i];
    }
    candidate[DISTANCE] = size - radius - MARGIN;
    offer(manifolds, m, bodies, box, roundIsA);
    return;
  }
  const depth = pushOut(radius);
  for (let i = 0; i < 3; i++) {
    direction[i] = best[i];
    point[i] += (roundIsA ? depth - radius : -radius) * best[i];
  }
  candidate[DISTANCE] = -depth;
  offer(manifolds, m, bodies, box, roundIsA);
}

function readBodies({ positions, rotations: r, sizes, shapes }: Bodies, box: number, round: number): void {
  const x = positions[3 * round] - positions[3 * box];
  const y = positions[3 * round + 1] - positions[3 * box + 1];
  const z = positions[3 * round + 2] - positions[3 * box + 2];
  const half = shapes[round] === 0 ? 0 : sizes[3 * round + 1] / 2;
  for (let i = 0; i < 3; i++) {
    const a = r[9 * box + i];
    const b = r[9 * box + 3 + i];
    const c = r[9 * box + 6 + i];
    core[i] = sizes[3 * box + i] - MARGIN;
    centre[i] = a * x + b * y + c * z;
    segment[i] = half * (a * r[9 * round + 1] + b * r[9 * round + 4] + c * r[9 * round + 7]);
  }
}

/**
 * A position on the segment, −1 … 1, and half the slope of the squared distance to the core there. The slope
 * never falls.
 */
const search = /* @__PURE__ */ new Float64Array(2);
const POSITION = 0;
const SLOPE = 1;

/** Finds the position on the segment that is closest to the core, and writes point and gap there. */
function findClosest(): void {
  search[POSITION] = -1;
  writeGap();
  if (search[SLOPE] >= 0) return;
  let low = -1;
  let lowSlope = search[SLOPE];
  search[POSITION] = 1;
  writeGap();
  if (search[SLOPE] <= 0) return;
  let high = 1;
  // Between the positions where the segment crosses a face's plane, the slope is linear.
  for (let face = 0; face < 6; face++) {
    const i = face >> 1;
    const plane = face % 2 === 0 ? Math.max(0, core[i]) : -Math.max(0, core[i]);
    const position = (plane - centre[i]) / segment[i];
    if (!(position > low && position < high)) continue;
    search[POSITION] = position;
    writeGap();
    if (search[SLOPE] < 0) {
      low = position;
      lowSlope = search[SLOPE];
    } else high = position;
  }
  const middle = (low + high) / 2;
  search[POSITION] = middle;
  writeGap();
  const rise = (search[SLOPE] - lowSlope) / (middle - low);
  search[POSITION] = rise > 0 ? Math.min(high, Math.max(low, low - lowSlope / rise)) : high;
  writeGap();
}

/** Writes point, gap and slope of the position. */
function writeGap(): void {
  search[SLOPE] = 0;
  for (let i = 0; i < 3; i++) {
    const p = centre[i] + search[POSITION] * segment[i];
    const c = core[i];
    point[i] = p;
    if (c < 0) gap[i] = p - (p < 0 ? -c : c);
    else gap[i] = p - Math.min(c, Math.max(-c, p));
    search[SLOPE] += gap[i] * segment[i];
  }
}

/**
 * Finds the shortest way out of the box: along a face normal, or across an edge and the segment. Leaves the
 * deepest end in `point`.
 */
function pushOut(radius: number): number {
  let least = Infinity;
  for (let i = 0; i < 3; i++) {
    for (let side = -1; side <= 1; side += 2) {
      direction.fill(0);
      direction[i] = side;
      least = Math.min(least, tryDirection(radius, least));
    }
  }
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const size = Math.sqrt(segment[j] ** 2 + segment[k] ** 2);
    if (size === 0) continue;
    for (let side = -1; side <= 1; side += 2) {
      direction[i] = 0;
      direction[j] = (-side * segment[k]) / size;
      direction[k] = (side * segment[j]) / size;
      least = Math.min(least, tryDirection(radius, least));
    }
  }
  const along = best[0] * segment[0] + best[1] * segment[1] + best[2] * segment[2];
  const end = along > 0 ? -1 : 1;
  for (let i = 0; i < 3; i++) point[i] = centre[i] + end * segment[i];
  return least;
}

/**
 * How far the round body must move along `direction` to leave the box. Keeps the direction if that is less.
 */
function tryDirection(radius: number, least: number): number {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const reach = core[0] * Math.abs(x) + core[1] * Math.abs(y) + core[2] * Math.abs(z) + MARGIN;
  const middle = centre[0] * x + centre[1] * y + centre[2] * z;
  const half = Math.abs(segment[0] * x + segment[1] * y + segment[2] * z);
  const depth = reach - (middle - half - radius);
  if (depth < least) best.set(direction);
  return depth;
}

/** Offers the point, with the direction from the box to the round body. */
function offer(manifolds: Manifolds, m: number, bodies: Bodies, box: number, roundIsA: boolean): void {
  const { rotations: r, positions } = bodies;
  const sign = roundIsA ? 1 : -1;
  for (let i = 0; i < 3; i++) {
    const o = 9 * box + 3 * i;
    candidate[NORMAL + i] = sign * (r[o] * direction[0] + r[o + 1] * direction[1] + r[o + 2] * direction[2]);
    candidate[POINT_B + i] =
      r[o] * point[0] + r[o + 1] * point[1] + r[o + 2] * point[2] + positions[3 * box + i];
  }
  manifolds.offer(m, bodies);
}
