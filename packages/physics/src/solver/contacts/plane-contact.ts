import type { Bodies } from '../bodies.js';
import { f } from '../float32.js';
import { candidate, DISTANCE, type Manifolds, NORMAL, POINT_B } from '../manifolds.js';
import { BOX, CAPSULE } from '../shapes.js';

/** The lowest point of a body against the ground y = 0 (§5.3). Body A is the one that lies on it. */
export function touchGround(manifolds: Manifolds, m: number, bodies: Bodies): void {
  const body = manifolds.bodiesA[m];
  const { positions, rotations: r, sizes, shapes } = bodies;
  const shape = shapes[body];
  const o = 3 * body;
  // "Down" in the body's axes.
  const dx = -r[9 * body + 3];
  const dy = -r[9 * body + 4];
  const dz = -r[9 * body + 5];
  const radius = shape === BOX ? 0 : sizes[o];
  const half = shape === CAPSULE ? f(sizes[o + 1] / 2) : 0;
  let x = f(dx * radius);
  let y = f(f(dy * radius) + (dy < 0 ? -half : half));
  let z = f(dz * radius);
  if (shape === BOX) {
    x = dx >= 0 ? sizes[o] : -sizes[o];
    y = dy >= 0 ? sizes[o + 1] : -sizes[o + 1];
    z = dz >= 0 ? sizes[o + 2] : -sizes[o + 2];
  }
  for (let i = 0; i < 3; i++) {
    const row = 9 * body + 3 * i;
    candidate[POINT_B + i] = f(f(f(r[row] * x) + f(r[row + 1] * y)) + f(r[row + 2] * z)) + positions[o + i];
  }
  candidate[DISTANCE] = candidate[POINT_B + 1];
  candidate[POINT_B + 1] = 0;
  candidate.set(UP, NORMAL);
  manifolds.offer(m, bodies);
}

const UP = /* @__PURE__ */ new Float32Array([0, 1, 0]);
