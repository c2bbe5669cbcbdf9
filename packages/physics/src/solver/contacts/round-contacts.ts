import type { Bodies } from '../bodies.js';
import { dot, EPSILON, f, writeTangent } from '../float32.js';
import { candidate, DISTANCE, type Manifolds, NORMAL, POINT_B } from '../manifolds.js';

// Spheres and capsules are points and segments with a radius. Their contact lies between the closest points
// of the two (§5.3).

export function touchSpheres(manifolds: Manifolds, m: number, bodies: Bodies): void {
  closest.fill(0);
  offerRound(manifolds, m, bodies, 0);
}

export function touchCapsules(manifolds: Manifolds, m: number, bodies: Bodies): void {
  const a = manifolds.bodiesA[m];
  const b = manifolds.bodiesB[m];
  const { positions, rotations: r, sizes } = bodies;
  const ax = r[9 * a + 1];
  const ay = r[9 * a + 4];
  const az = r[9 * a + 7];
  const bx = r[9 * b + 1];
  const by = r[9 * b + 4];
  const bz = r[9 * b + 7];
  const tx = f(positions[3 * b] - positions[3 * a]);
  const ty = f(positions[3 * b + 1] - positions[3 * a + 1]);
  const tz = f(positions[3 * b + 2] - positions[3 * a + 2]);
  const halfA = f(0.5 * sizes[3 * a + 1]);
  const halfB = f(0.5 * sizes[3 * b + 1]);
  const ab = dot(ax, ay, az, bx, by, bz);
  const alongA = dot(ax, ay, az, tx, ty, tz);
  const alongB = dot(bx, by, bz, tx, ty, tz);
  const skew = f(1 - f(ab * ab));
  let onA = 0;
  if (skew !== 0) onA = Math.min(halfA, Math.max(-halfA, f(f(alongA - f(alongB * ab)) / skew)));
  let onB = f(f(onA * ab) - alongB);
  if (Math.abs(onB) > halfB) {
    onB = onB < 0 ? -halfB : halfB;
    onA = Math.min(halfA, Math.max(-halfA, f(f(onB * ab) + alongA)));
  }
  closest[0] = onA;
  closest[1] = onB;
  offerRound(manifolds, m, bodies, a);
}

/** A sphere and a capsule, in either order. */
export function touchSphereCapsule(manifolds: Manifolds, m: number, bodies: Bodies, capsule: number): void {
  const a = manifolds.bodiesA[m];
  const sphere = capsule === a ? manifolds.bodiesB[m] : a;
  const { positions, rotations: r, sizes } = bodies;
  const along = dot(
    r[9 * capsule + 1],
    r[9 * capsule + 4],
    r[9 * capsule + 7],
    f(positions[3 * sphere] - positions[3 * capsule]),
    f(positions[3 * sphere + 1] - positions[3 * capsule + 1]),
    f(positions[3 * sphere + 2] - positions[3 * capsule + 2]),
  );
  const half = f(0.5 * sizes[3 * capsule + 1]);
  closest[capsule === a ? 1 : 0] = 0;
  closest[capsule === a ? 0 : 1] = Math.min(half, Math.max(-half, along));
  offerRound(manifolds, m, bodies, capsule);
}

/** Where the closest points of A and B lie along their own y axes, from their centres. */
const closest = /* @__PURE__ */ new Float32Array(2);

/**
 * Offers the contact of two round bodies whose closest points are at {@link closest}. `capsule`: one of them
 * that is, or 0.
 */
function offerRound(manifolds: Manifolds, m: number, bodies: Bodies, capsule: number): void {
  const a = manifolds.bodiesA[m];
  const b = manifolds.bodiesB[m];
  const { positions, rotations: r, sizes } = bodies;
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const alongB = f(r[9 * b + 1 + 3 * i] * closest[1]);
    const between = f(positions[3 * a + i] - positions[3 * b + i]);
    candidate[POINT_B + i] = positions[3 * b + i] + alongB;
    candidate[NORMAL + i] = f(between + f(r[9 * a + 1 + 3 * i] * closest[0])) - alongB;
    square = f(square + f(candidate[NORMAL + i] * candidate[NORMAL + i]));
  }
  const gap = f(Math.sqrt(square));
  if (gap > EPSILON) {
    const s = f(1 / gap);
    for (let i = NORMAL; i < NORMAL + 3; i++) candidate[i] *= s;
  } else if (capsule > 0) {
    writeAxis(r, capsule);
    writeTangent(axis, 0, candidate, NORMAL);
  } else candidate.set(X_AXIS, NORMAL);
  const radius = sizes[3 * b];
  for (let i = 0; i < 3; i++) candidate[POINT_B + i] += f(candidate[NORMAL + i] * radius);
  candidate[DISTANCE] = f(gap - sizes[3 * a]) - radius;
  manifolds.offer(m, bodies);
}

/** Spheres whose centres coincide part along x, capsules across their axis. */
const X_AXIS = /* @__PURE__ */ new Float32Array([1, 0, 0]);
const axis = /* @__PURE__ */ new Float32Array(3);

function writeAxis(r: Float32Array, capsule: number): void {
  for (let i = 0; i < 3; i++) axis[i] = r[9 * capsule + 1 + 3 * i];
}
