import { type Bodies, grown } from './bodies.js';
import { dot, f } from './float32.js';

// One row is one equation: along a direction `n` and about two arms, the relative velocity of two bodies shall reach a goal.
// The solver finds the impulse that does it, within bounds. A row takes 26 numbers:

/** Direction of the push: on A forwards, on B backwards. 0 for rows that only turn. */
export const PUSH = 0;
/** Axes of the turns of A and B that belong to an impulse of 1. */
export const ARM_A = 3;
export const ARM_B = 6;
/** Changes of velocity by an impulse of 1. */
export const VELOCITY_A = 9;
export const TURN_A = 12;
export const VELOCITY_B = 15;
export const TURN_B = 18;
/** The impulse that would reach the goal if all bodies kept their velocities. */
const NEEDED = 21;
/** Impulse per velocity: the mass that the row feels. */
const EFFECTIVE_MASS = 22;
/** The impulse so far. */
export const IMPULSE = 23;
const LOWER = 24;
const UPPER = 25;
const ROW = 26;

/** Rows of equations between pairs of bodies (§3.5, §4.3). */
export class Rows {
  count = 0;
  values: Float32Array = new Float32Array(0);
  bodiesA: Int32Array = new Int32Array(0);
  bodiesB: Int32Array = new Int32Array(0);

  /** Begins a row and gives its offset in {@link values}. All numbers of the row must then be written. */
  begin(bodyA: number, bodyB: number): number {
    if (this.count === this.bodiesA.length) this.#grow();
    const row = this.count++;
    this.bodiesA[row] = bodyA;
    this.bodiesB[row] = bodyB;
    return ROW * row;
  }

  /** Writes what an impulse of 1 does to both bodies. Push and arms must be there. */
  prepare(o: number, bodies: Bodies): void {
    const { values: v } = this;
    const a = this.bodiesA[o / ROW];
    const b = this.bodiesB[o / ROW];
    const massA = bodies.inverseMasses[a];
    const massB = bodies.inverseMasses[b];
    for (let i = o; i < o + 3; i++) {
      v[i + VELOCITY_A] = v[i + PUSH] * massA;
      v[i + VELOCITY_B] = -v[i + PUSH] * massB;
    }
    turn(bodies.inverseInertias, 9 * a, v, o + ARM_A, o + TURN_A);
    turn(bodies.inverseInertias, 9 * b, v, o + ARM_B, o + TURN_B);
  }

  /** 1 / effective mass of a prepared row. */
  resistance(o: number): number {
    const { values: v } = this;
    const pushA = along(v, o + VELOCITY_A, v, o);
    const pushB = -along(v, o + VELOCITY_B, v, o);
    return f(f(f(pushA + along(v, o + TURN_A, v, o + ARM_A)) + pushB) + along(v, o + TURN_B, v, o + ARM_B));
  }

  /** The relative velocity of the two bodies along the row. */
  velocity(o: number, bodies: Bodies): number {
    const { values: v } = this;
    const a = 3 * this.bodiesA[o / ROW];
    const b = 3 * this.bodiesB[o / ROW];
    const ofA = f(along(v, o, bodies.velocities, a) + along(v, o + ARM_A, bodies.angularVelocities, a));
    const ofB = f(-along(v, o, bodies.velocities, b) + along(v, o + ARM_B, bodies.angularVelocities, b));
    return f(ofA + ofB);
  }

  /** Ends a row: `goal` and `velocity` in units (or radians) a second. A row that no body can answer is left idle. */
  finish(o: number, resistance: number, goal: number, velocity: number, lower: number, upper: number): void {
    const { values: v } = this;
    const mass = resistance > 0 ? f(1 / resistance) : 0;
    v[o + EFFECTIVE_MASS] = mass;
    v[o + NEEDED] = f(goal * mass) + f(f(0 - velocity) * mass);
    v[o + IMPULSE] = 0;
    v[o + LOWER] = lower;
    v[o + UPPER] = upper;
  }

  /** Starts a row with an impulse, and applies it. */
  warmStart(o: number, impulse: number, changes: Float32Array): void {
    this.values[o + IMPULSE] = impulse;
    apply(this.values, o, impulse, changes, 6 * this.bodiesA[o / ROW], 6 * this.bodiesB[o / ROW]);
  }

  /** The impulse of a row. */
  impulse(row: number): number {
    return this.values[ROW * row + IMPULSE];
  }

  /** One round over all rows. */
  solve(changes: Float32Array): void {
    const { values, count } = this;
    for (let row = 0, o = 0; row < count; row++, o += ROW) {
      this.#solveRow(row, values[o + LOWER], values[o + UPPER], changes);
    }
  }

  /** One round over friction rows: each is bounded by the impulse of the contact row of the same number (§4.3). */
  solveFriction(contacts: Rows, frictions: Float32Array, changes: Float32Array): void {
    for (let row = 0; row < this.count; row++) {
      const pressure = contacts.values[ROW * row + IMPULSE];
      if (pressure > 0) {
        const bound = f(frictions[row] * pressure);
        this.#solveRow(row, -bound, bound, changes);
      }
    }
  }

  #solveRow(row: number, lower: number, upper: number, changes: Float32Array): void {
    const { values: v } = this;
    const o = ROW * row;
    const a = 6 * this.bodiesA[row];
    const b = 6 * this.bodiesB[row];
    const mass = v[o + EFFECTIVE_MASS];
    const ofA = f(along(v, o, changes, a) + along(v, o + ARM_A, changes, a + 3));
    const ofB = f(-along(v, o, changes, b) + along(v, o + ARM_B, changes, b + 3));
    const needed = f(f(v[o + NEEDED] - f(ofA * mass)) - f(ofB * mass));
    const before = v[o + IMPULSE];
    const after = Math.min(upper, Math.max(lower, f(before + needed)));
    v[o + IMPULSE] = after;
    apply(v, o, after === f(before + needed) ? needed : f(after - before), changes, a, b);
  }

  #grow(): void {
    const n = Math.max(64, 2 * this.count);
    this.values = grown(this.values, ROW * n);
    this.bodiesA = grown(this.bodiesA, n);
    this.bodiesB = grown(this.bodiesB, n);
  }
}

/** The dot product of two vectors that lie in arrays. */
function along(a: Float32Array, ao: number, b: Float32Array, bo: number): number {
  return dot(a[ao], a[ao + 1], a[ao + 2], b[bo], b[bo + 1], b[bo + 2]);
}

/** Writes inverse inertia · arm. */
function turn(inertias: Float32Array, io: number, v: Float32Array, arm: number, out: number): void {
  for (let i = 0; i < 3; i++) v[out + i] = along(inertias, io + 3 * i, v, arm);
}

/** Adds an impulse to the changes of both bodies. The ground and kinematic bodies have inverses of 0, so they stay at 0. */
function apply(
  v: Float32Array,
  o: number,
  impulse: number,
  changes: Float32Array,
  a: number,
  b: number,
): void {
  for (let i = 0; i < 3; i++) {
    changes[a + i] += f(v[o + VELOCITY_A + i] * impulse);
    changes[a + 3 + i] += f(v[o + TURN_A + i] * impulse);
    changes[b + i] += f(v[o + VELOCITY_B + i] * impulse);
    changes[b + 3 + i] += f(v[o + TURN_B + i] * impulse);
  }
}
