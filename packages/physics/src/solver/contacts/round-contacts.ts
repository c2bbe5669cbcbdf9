import type { Bodies } from '../bodies.js';
import { dot, EPSILON, f, length } from '../float32.js';
import type { Manifolds } from '../manifolds.js';
import { writeTangent } from './tangent.js';

// Spheres and capsules are points and segments with a radius. Their contact lies between the closest points of the two (§5.3).

const tangent = /* @__PURE__ */ new Float32Array(3);

export function touchSpheres(manifolds: Manifolds, m: number, bodies: Bodies): void {
  offerRound(manifolds, m, bodies, 0, 0, 0);
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
  let onA = skew === 0 ? 0 : clamp(f(f(alongA - f(alongB * ab)) / skew), halfA);
  let onB = f(f(onA * ab) - alongB);
  if (Math.abs(onB) > halfB) {
    onB = clamp(onB, halfB);
    onA = clamp(f(f(onB * ab) + alongA), halfA);
  }
  offerRound(manifolds, m, bodies, onA, onB, a);
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
  const place = clamp(along, f(0.5 * sizes[3 * capsule + 1]));
  offerRound(manifolds, m, bodies, capsule === a ? place : 0, capsule === a ? 0 : place, capsule);
}

/** Offers the contact of two round bodies whose closest points lie `onA` and `onB` along their own y axes. */
function offerRound(
  manifolds: Manifolds,
  m: number,
  bodies: Bodies,
  onA: number,
  onB: number,
  capsule: number,
): void {
  const a = manifolds.bodiesA[m];
  const b = manifolds.bodiesB[m];
  const { positions, rotations: r, sizes } = bodies;
  const bx = f(positions[3 * b] + f(r[9 * b + 1] * onB));
  const by = f(positions[3 * b + 1] + f(r[9 * b + 4] * onB));
  const bz = f(positions[3 * b + 2] + f(r[9 * b + 7] * onB));
  let nx = f(f(f(positions[3 * a] - positions[3 * b]) + f(r[9 * a + 1] * onA)) - f(r[9 * b + 1] * onB));
  let ny = f(f(f(positions[3 * a + 1] - positions[3 * b + 1]) + f(r[9 * a + 4] * onA)) - f(r[9 * b + 4] * onB));
  let nz = f(f(f(positions[3 * a + 2] - positions[3 * b + 2]) + f(r[9 * a + 7] * onA)) - f(r[9 * b + 7] * onB));
  const gap = length(nx, ny, nz);
  const radius = sizes[3 * b];
  const distance = f(f(gap - sizes[3 * a]) - radius);
  if (gap > EPSILON) {
    const s = f(1 / gap);
    nx = f(nx * s);
    ny = f(ny * s);
    nz = f(nz * s);
  } else {
    writeNormalOfCoincident(r, capsule);
    nx = tangent[0];
    ny = tangent[1];
    nz = tangent[2];
  }
  const x = f(bx + f(nx * radius));
  const y = f(by + f(ny * radius));
  const z = f(bz + f(nz * radius));
  manifolds.offer(m, bodies, nx, ny, nz, x, y, z, distance);
}

/** Closest points that coincide: spheres part along x, capsules across their axis. */
function writeNormalOfCoincident(r: Float32Array, capsule: number): void {
  if (capsule > 0) writeTangent(r[9 * capsule + 1], r[9 * capsule + 4], r[9 * capsule + 7], tangent, 0);
  else tangent.set(X_AXIS);
}

const X_AXIS = /* @__PURE__ */ new Float32Array([1, 0, 0]);

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
