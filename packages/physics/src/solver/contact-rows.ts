import type { Bodies } from './bodies.js';
import { writeTangent } from './contacts/tangent.js';
import { dot, EPSILON, f, minor, STEP } from './float32.js';
import { DISTANCE, LIFETIME, type Manifolds, NORMAL, POINT_A, POINT_B, POINT_IMPULSE } from './manifolds.js';
import { ARM_A, ARM_B, type Rows, TURN_A, TURN_B } from './rows.js';

/** The part of an overlap that is corrected in a substep. */
const CORRECTION = /* @__PURE__ */ f(0.2);
/** How much of the last substep's impulse a contact starts with. */
const WARM_START = /* @__PURE__ */ f(0.85);
const LARGEST_IMPULSE = 1e10;
/** Bodies bounce in the first substeps of a point only. */
const BOUNCING_SUBSTEPS = 2;

const arms = /* @__PURE__ */ new Float32Array(6);
/** Velocity of A against B at the point. */
const sliding = /* @__PURE__ */ new Float32Array(3);
const turned = /* @__PURE__ */ new Float32Array(3);

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
  const nx = p[o + NORMAL];
  const ny = p[o + NORMAL + 1];
  const nz = p[o + NORMAL + 2];
  const speed = dot(nx, ny, nz, sliding[0], sliding[1], sliding[2]);
  const bounces = p[o + LIFETIME] <= BOUNCING_SUBSTEPS;
  const bounce = bounces ? Math.max(0, f(-manifolds.restitutions[m] * speed)) : 0;
  const row = begin(contacts, a, b, nx, ny, nz, bodies);
  const goal = f(f(-p[o + DISTANCE] * CORRECTION) / STEP);
  const resistance = resistanceOf(contacts, row, a, b, bodies);
  contacts.finish(row, resistance, goal, f(speed - bounce), 0, LARGEST_IMPULSE);
  contacts.warmStart(row, f(WARM_START * p[o + POINT_IMPULSE]), bodies.changes);
  addFriction(nx, ny, nz, speed, a, b, bodies, frictions);
}

/** Friction acts against the sliding, or along any tangent if nothing slides. */
function addFriction(
  nx: number,
  ny: number,
  nz: number,
  speed: number,
  a: number,
  b: number,
  bodies: Bodies,
  frictions: Rows,
): void {
  let tx = f(sliding[0] - f(nx * speed));
  let ty = f(sliding[1] - f(ny * speed));
  let tz = f(sliding[2] - f(nz * speed));
  const square = dot(tx, ty, tz, tx, ty, tz);
  if (square > EPSILON) {
    const s = f(1 / f(Math.sqrt(square)));
    tx = f(tx * s);
    ty = f(ty * s);
    tz = f(tz * s);
  } else {
    writeTangent(nx, ny, nz, turned, 0);
    tx = turned[0];
    ty = turned[1];
    tz = turned[2];
  }
  const row = begin(frictions, a, b, tx, ty, tz, bodies);
  const resistance = resistanceOf(frictions, row, a, b, bodies);
  frictions.finish(row, resistance, 0, frictions.velocity(row, bodies), 0, 0);
}

/** Begins a row that pushes at the contact point. */
function begin(rows: Rows, a: number, b: number, x: number, y: number, z: number, bodies: Bodies): number {
  const o = rows.begin(a, b);
  const v = rows.values;
  v[o] = x;
  v[o + 1] = y;
  v[o + 2] = z;
  v[o + ARM_A] = minor(arms[1], z, arms[2], y);
  v[o + ARM_A + 1] = minor(arms[2], x, arms[0], z);
  v[o + ARM_A + 2] = minor(arms[0], y, arms[1], x);
  v[o + ARM_B] = -minor(arms[4], z, arms[5], y);
  v[o + ARM_B + 1] = -minor(arms[5], x, arms[3], z);
  v[o + ARM_B + 2] = -minor(arms[3], y, arms[4], x);
  rows.prepare(o, bodies);
  return o;
}

/** 1 / effective mass, in the terms that Bullet has for contacts: 1/mA + n · ((IA⁻¹ · armA) × rA), and the same for B. */
function resistanceOf({ values: v }: Rows, o: number, a: number, b: number, { inverseMasses }: Bodies): number {
  const ofA = f(inverseMasses[a] + turnAlong(v, o, o + TURN_A, 1, 0));
  const ofB = f(inverseMasses[b] + turnAlong(v, o, o + TURN_B, -1, 3));
  return f(ofA + ofB);
}

/** push · (sign · turn × arm). */
function turnAlong(v: Float32Array, o: number, turn: number, sign: number, arm: number): number {
  const x = sign * v[turn];
  const y = sign * v[turn + 1];
  const z = sign * v[turn + 2];
  const cx = minor(y, arms[arm + 2], z, arms[arm + 1]);
  const cy = minor(z, arms[arm], x, arms[arm + 2]);
  const cz = minor(x, arms[arm + 1], y, arms[arm]);
  return dot(v[o], v[o + 1], v[o + 2], cx, cy, cz);
}

/** u = vA + wA × rA − vB − wB × rB. */
function writeSliding({ velocities: v, angularVelocities: w }: Bodies, a: number, b: number): void {
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const ofA = f(v[3 * a + i] + minor(w[3 * a + j], arms[k], w[3 * a + k], arms[j]));
    const ofB = f(v[3 * b + i] + minor(w[3 * b + j], arms[3 + k], w[3 * b + k], arms[3 + j]));
    sliding[i] = ofA - ofB;
  }
}
