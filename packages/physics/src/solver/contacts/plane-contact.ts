import type { Bodies } from '../bodies.js';
import { f } from '../float32.js';
import { candidate, DISTANCE, type Manifolds, NORMAL, POINT_B } from '../manifolds.js';
import { transform } from '../rotation.js';
import { BOX, CAPSULE } from '../shapes.js';

/** The lowest point of a body against the ground below it (§5.3). Body A is the one that lies on it. */
export function touchGround(manifolds: Manifolds, m: number, bodies: Bodies): void {
  const body = manifolds.bodiesA[m];
  const ground = bodies.grounds[body];
  if (bodies.boxes[6 * body + 1] - ground > manifolds.distances[m]) return;
  const { positions, rotations: r, sizes, shapes } = bodies;
  const shape = shapes[body];
  const o = 3 * body;
  // "Down" in the body's axes.
  const dx = -r[9 * body + 3];
  const dy = -r[9 * body + 4];
  const dz = -r[9 * body + 5];
  const radius = shape === BOX ? 0 : sizes[o];
  const half = shape === CAPSULE ? f(sizes[o + 1] / 2) : 0;
  lowest[0] = dx * radius;
  lowest[1] = f(dy * radius) + (dy < 0 ? -half : half);
  lowest[2] = dz * radius;
  if (shape === BOX) {
    lowest[0] = dx >= 0 ? sizes[o] : -sizes[o];
    lowest[1] = dy >= 0 ? sizes[o + 1] : -sizes[o + 1];
    lowest[2] = dz >= 0 ? sizes[o + 2] : -sizes[o + 2];
  }
  transform(r, 9 * body, lowest, 0, candidate, POINT_B);
  for (let i = 0; i < 3; i++) candidate[POINT_B + i] += positions[o + i];
  candidate[DISTANCE] = candidate[POINT_B + 1] - ground;
  candidate[POINT_B + 1] = ground;
  candidate.set(UP, NORMAL);
  manifolds.offer(m, bodies);
}

/** The lowest point, in the axes of the body. */
const lowest = /* @__PURE__ */ new Float32Array(3);
const UP = /* @__PURE__ */ new Float32Array([0, 1, 0]);
