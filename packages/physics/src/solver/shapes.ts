import { f } from './float32.js';

/** A shape by its number in PMX and PMD files; the ground has none there. */
export const SPHERE = 0;
export const BOX = 1;
export const CAPSULE = 2;
export const PLANE = 3;

/**
 * How far a capsule's box, and the rounded edges of a box against a sphere or capsule, reach beyond the
 * shape, in units.
 */
export const MARGIN: number = /* @__PURE__ */ f(0.04);
/** Contacts stay while they are closer than this part of the smaller shape's half diagonal. */
const CONTACT_FACTOR = /* @__PURE__ */ f(0.02);

/**
 * Half extents of the box around a shape at rest (§5.1). A capsule's has the margin, a sphere's and a box's
 * have not.
 */
export function halfExtents(shape: number, size: readonly number[]): number[] {
  const [x, y] = size;
  if (shape === SPHERE) return [x, x, x];
  if (shape === CAPSULE) return [f(x + MARGIN), f(f(x + f(y / 2)) + MARGIN), f(x + MARGIN)];
  return [...size];
}

/**
 * The distance within which a shape keeps contact points (§5.1). A manifold takes the smaller one of its two.
 */
export function contactDistance(extents: readonly number[]): number {
  const [x, y, z] = extents;
  return f(CONTACT_FACTOR * Math.sqrt(x * x + y * y + z * z));
}

/** The diagonal of the inertia, in the body's axes (§2.2). */
export function localInertia(shape: number, mass: number, extents: readonly number[]): number[] {
  const [x, y, z] = extents;
  if (shape === SPHERE) {
    const inertia = f(f(f(0.4 * mass) * x) * x);
    return [inertia, inertia, inertia];
  }
  const [xx, yy, zz] = [f(4 * f(x * x)), f(4 * f(y * y)), f(4 * f(z * z))];
  const share = shape === CAPSULE ? f(mass * f(0.08333333)) : f(mass / 12);
  return [f(share * f(yy + zz)), f(share * f(xx + zz)), f(share * f(xx + yy))];
}
