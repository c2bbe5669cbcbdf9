import { invertRotation } from '@odori/runtime/internal';
import { rotateVector } from '@odori/runtime/rig';
import { BOX, CAPSULE } from '../solver/shapes.js';

/** The most steps along a ray. */
const MOST_STEPS = 128;
/** Nothing of a scene is farther away, in units. */
const FARTHEST = 1e4;

/** A body to be found: its shape and where it is. */
export interface Found {
  shape: number;
  readonly size: ArrayLike<number>;
  readonly position: Float64Array;
  readonly rotation: Float64Array;
}

/** How far a point is from the surface of a body; negative inside. Allocates nothing. */
export function surfaceDistance(
  { shape, size, position, rotation }: Found,
  point: ArrayLike<number>,
): number {
  for (let i = 0; i < 3; i++) local[i] = point[i] - position[i];
  invertRotation(rotation, 0, inverse, 0);
  rotateVector(inverse, 0, local, 0, local, 0);
  if (shape === BOX) return boxDistance(size);
  const half = shape === CAPSULE ? size[1] / 2 : 0;
  const along = local[1] - Math.min(half, Math.max(-half, local[1]));
  return length(local[0], along, local[2]) - size[0];
}

/**
 * How far along a ray a body comes nearer than a distance; Infinity: nowhere. Walks in steps as long as the
 * body is far. `direction` has the length 1; the place is left in `out`.
 */
export function distanceAlongRay(
  body: Found,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  reach: number,
  out: Float64Array,
): number {
  let way = 0;
  for (let step = 0; step < MOST_STEPS && way < FARTHEST; step++) {
    for (let i = 0; i < 3; i++) out[i] = origin[i] + way * direction[i];
    const distance = surfaceDistance(body, out) - reach;
    if (distance < NEAR) return way;
    way += distance;
  }
  return Infinity;
}

const NEAR = 1e-3;
const local = /* @__PURE__ */ new Float64Array(3);
const inverse = /* @__PURE__ */ new Float64Array(4);

function boxDistance(size: ArrayLike<number>): number {
  let outside = 0;
  let inside = -Infinity;
  for (let i = 0; i < 3; i++) {
    const beyond = Math.abs(local[i]) - size[i];
    if (beyond > 0) outside += beyond * beyond;
    if (beyond > inside) inside = beyond;
  }
  return outside > 0 ? Math.sqrt(outside) : inside;
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
