import type { Bodies } from './bodies.js';
import { EPSILON, f, writeTangent } from './float32.js';
import { DISTANCE, LIFETIME, type Manifolds, NORMAL, POINT_A, POINT_B, POINT_IMPULSE } from './manifolds.js';
import { ARM_A, ARM_B, BOUNCE, FRICTION, GOAL, IMPULSE, LOWER, PUSH, type Rows, UPPER } from './rows.js';
import { cross } from './rotation.js';
import { STEP } from './timing.js';

/** The part of an overlap that is corrected in a substep. */
const CORRECTION = /* @__PURE__ */ f(0.2);
/** How much of the last substep's impulse a contact starts with. */
const WARM_START = /* @__PURE__ */ f(0.85);
const LARGEST_IMPULSE = 1e10;
const MAX_FRICTION = 10;
/** Bodies bounce in the first substeps of a point only. */
const BOUNCING_SUBSTEPS = 2;

const arms = /* @__PURE__ */ new Float32Array(6);
/** Velocity of A against B at the point. */
const sliding = /* @__PURE__ */ new Float32Array(3);
/** The direction of friction. */
const tangent = /* @__PURE__ */ new Float32Array(3);

/** Adds the rows of a contact point: one along the normal, one of friction (§4.2). */
export function addContactRows(
  manifolds: Manifolds,
  m: number,
  point: number,
  bodies: Bodies,
  contacts: Rows,
  frictions: Rows,
): void {
  const p = manifolds.points;
  const o = manifolds.offsetOf(m, point);
  const a = manifolds.bodiesA[m];
  const b = manifolds.bodiesB[m];
  for (let i = 0; i < 3; i++) {
    arms[i] = p[o + POINT_A + i] - bodies.positions[3 * a + i];
    arms[3 + i] = p[o + POINT_B + i] - bodies.positions[3 * b + i];
  }
  writeSliding(bodies, a, b);
  let speed = 0;
  for (let i = 0; i < 3; i++) speed = f(speed + f(p[o + NORMAL + i] * sliding[i]));
  const bounces = p[o + LIFETIME] <= BOUNCING_SUBSTEPS;
  const row = begin(contacts, a, b, p, o + NORMAL);
  const v = contacts.values;
  v[row + GOAL] = f(-p[o + DISTANCE] * CORRECTION) / bodies.timing[STEP];
  v[row + BOUNCE] = bounces ? Math.max(0, -f(bodies.restitutions[a] * bodies.restitutions[b]) * speed) : 0;
  v[row + LOWER] = 0;
  v[row + UPPER] = LARGEST_IMPULSE;
  contacts.finish(row, bodies);
  v[row + IMPULSE] = WARM_START * p[o + POINT_IMPULSE];
  contacts.warmStart(row, bodies.changes);
  for (let i = 0; i < 3; i++) tangent[i] = sliding[i] - f(p[o + NORMAL + i] * speed);
  addFriction(p, o + NORMAL, a, b, bodies, frictions);
}

/** Friction acts against the sliding, or along any tangent if nothing slides. */
function addFriction(
  p: Float32Array,
  normal: number,
  a: number,
  b: number,
  bodies: Bodies,
  frictions: Rows,
): void {
  let square = 0;
  for (let i = 0; i < 3; i++) square = f(square + f(tangent[i] * tangent[i]));
  if (square > EPSILON) {
    const s = f(1 / f(Math.sqrt(square)));
    for (let i = 0; i < 3; i++) tangent[i] *= s;
  } else writeTangent(p, normal, tangent, 0);
  const row = begin(frictions, a, b, tangent, 0);
  const friction = bodies.frictions[a] * bodies.frictions[b];
  frictions.values[row + FRICTION] = Math.min(MAX_FRICTION, Math.max(-MAX_FRICTION, friction));
  frictions.values[row + GOAL] = 0;
  frictions.values[row + BOUNCE] = 0;
  frictions.finish(row, bodies);
}

/** Begins a row that pushes at the contact point along a direction. */
function begin(rows: Rows, a: number, b: number, direction: Float32Array, d: number): number {
  const o = rows.begin(a, b);
  const v = rows.values;
  for (let i = 0; i < 3; i++) v[o + PUSH + i] = direction[d + i];
  cross(arms, 0, direction, d, v, o + ARM_A);
  cross(direction, d, arms, 3, v, o + ARM_B);
  return o;
}

/** u = vA + wA × rA − vB − wB × rB. */
function writeSliding({ velocities: v, angularVelocities: w }: Bodies, a: number, b: number): void {
  cross(w, 3 * a, arms, 0, turned, 0);
  cross(w, 3 * b, arms, 3, turned, 3);
  for (let i = 0; i < 3; i++) sliding[i] = f(v[3 * a + i] + turned[i]) - f(v[3 * b + i] + turned[3 + i]);
}

const turned = /* @__PURE__ */ new Float32Array(6);
