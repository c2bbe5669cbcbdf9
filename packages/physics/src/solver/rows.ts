import { type ArrayShapes, growArrays } from './arrays.js';
import type { Bodies } from './bodies.js';
import { f } from './float32.js';

// One row is one equation: along a direction `n` and about two arms, the relative velocity of two bodies
// shall reach a goal. The solver finds the impulse that does it, within bounds. A row takes 27 numbers:

/** Direction of the push: on A forwards, on B backwards. 0 for rows that only turn. */
export const PUSH = 0;
/** Axes of the turns of A and B that belong to an impulse of 1. */
export const ARM_A = 3;
export const ARM_B = 6;
/** Changes of velocity by an impulse of 1. */
const VELOCITY_A = 9;
const TURN_A = 12;
const VELOCITY_B = 15;
const TURN_B = 18;
/** The impulse that would reach the goal if all bodies kept their velocities. */
const NEEDED = 21;
/** Impulse per velocity: the mass that the row feels. */
const EFFECTIVE_MASS = 22;
/**
 * Before a row is finished, it holds here the velocity that corrects its error, and the one of a bounce.
 */
export const GOAL: number = NEEDED;
export const BOUNCE = 23;
/** The impulse so far. */
export const IMPULSE = 23;
export const LOWER = 24;
export const UPPER = 25;
/** Of a friction row: the part of the contact's impulse that it may have. */
export const FRICTION = 26;
const ROW = 27;

const ARRAYS: ArrayShapes<Rows> = {
  values: [Float32Array, ROW],
  bodiesA: [Int32Array, 1],
  bodiesB: [Int32Array, 1],
};

/** Rows of equations between pairs of bodies (§3.5, §4.3). */
export class Rows {
  count = 0;
  declare values: Float32Array;
  declare bodiesA: Int32Array;
  declare bodiesB: Int32Array;

  constructor() {
    growArrays(this, ARRAYS, 64);
  }

  /** Begins a row and gives its offset in {@link values}. All numbers of the row must then be written. */
  begin(bodyA: number, bodyB: number): number {
    if (this.count === this.bodiesA.length) growArrays(this, ARRAYS, 2 * this.count);
    const row = this.count++;
    this.bodiesA[row] = bodyA;
    this.bodiesB[row] = bodyB;
    return ROW * row;
  }

  /**
   * Ends a row whose push, arms, goal and bounds are there: what an impulse of 1 does to both bodies, the
   * mass that the row feels, and the impulse that it needs (§3.5). A row that no body can answer stays idle.
   */
  finish(o: number, bodies: Bodies): void {
    const { values: v } = this;
    const { inverseInertias, velocities, angularVelocities } = bodies;
    const a = 3 * this.bodiesA[o / ROW];
    const b = 3 * this.bodiesB[o / ROW];
    const massA = bodies.inverseMasses[a / 3];
    const massB = bodies.inverseMasses[b / 3];
    // Sums over x, y, z: what resists, and the velocities along the row.
    let pushA = 0;
    let turnA = 0;
    let pushB = 0;
    let turnB = 0;
    let linearA = 0;
    let angularA = 0;
    let linearB = 0;
    let angularB = 0;
    for (let i = 0; i < 3; i++) {
      const push = v[o + i];
      const armA = v[o + ARM_A + i];
      const armB = v[o + ARM_B + i];
      writeTurn(v, o + ARM_A, inverseInertias, 3 * (a + i), o + TURN_A + i);
      writeTurn(v, o + ARM_B, inverseInertias, 3 * (b + i), o + TURN_B + i);
      v[o + VELOCITY_A + i] = push * massA;
      v[o + VELOCITY_B + i] = -push * massB;
      pushA = f(pushA + f(v[o + VELOCITY_A + i] * push));
      turnA = f(turnA + f(v[o + TURN_A + i] * armA));
      pushB = f(pushB - f(v[o + VELOCITY_B + i] * push));
      turnB = f(turnB + f(v[o + TURN_B + i] * armB));
      linearA = f(linearA + f(push * velocities[a + i]));
      angularA = f(angularA + f(armA * angularVelocities[a + i]));
      linearB = f(linearB + f(push * velocities[b + i]));
      angularB = f(angularB + f(armB * angularVelocities[b + i]));
    }
    const resistance = f(f(f(pushA + turnA) + pushB) + turnB);
    const mass = resistance > 0 ? f(1 / resistance) : 0;
    const velocity = f(f(linearA + angularA) + f(angularB - linearB));
    v[o + EFFECTIVE_MASS] = mass;
    v[o + NEEDED] = f(v[o + GOAL] * mass) + f(f(v[o + BOUNCE] - velocity) * mass);
    v[o + IMPULSE] = 0;
  }

  /**
   * Applies the impulse that the row holds: a contact starts with a part of its last one.
   */
  warmStart(o: number, changes: Float32Array): void {
    const { values: v } = this;
    const a = 6 * this.bodiesA[o / ROW];
    const b = 6 * this.bodiesB[o / ROW];
    const impulse = v[o + IMPULSE];
    for (let i = 0; i < 6; i++) {
      changes[a + i] += f(v[o + VELOCITY_A + i] * impulse);
      changes[b + i] += f(v[o + VELOCITY_B + i] * impulse);
    }
  }

  /** The impulse of a row. */
  impulse(row: number): number {
    return this.values[ROW * row + IMPULSE];
  }

  /** One round over all rows. */
  solve(changes: Float32Array): void {
    const { values, bodiesA, bodiesB, count } = this;
    for (let row = 0, o = 0; row < count; row++, o += ROW) {
      const a = 6 * bodiesA[row];
      const b = 6 * bodiesB[row];
      if (values[o] === 0 && values[o + 1] === 0 && values[o + 2] === 0)
        solveTurn(values, o, changes, a + 3, b + 3);
      else solveRow(values, o, changes, a, b);
    }
  }

  /**
   * One round over friction rows: each is bounded by the impulse of the contact row of the same number
   * (§4.3).
   */
  solveFriction(contacts: Rows, changes: Float32Array): void {
    const { values, bodiesA, bodiesB, count } = this;
    for (let row = 0, o = 0; row < count; row++, o += ROW) {
      const pressure = contacts.values[o + IMPULSE];
      if (!(pressure > 0)) continue;
      values[o + UPPER] = values[o + FRICTION] * pressure;
      values[o + LOWER] = -values[o + UPPER];
      solveRow(values, o, changes, 6 * bodiesA[row], 6 * bodiesB[row]);
    }
  }
}

/**
 * Adds to a row's impulse what its bodies still lack, within its bounds. `a` and `b` are the offsets of their
 * changes.
 *
 * Nine tenths of a substep are spent here. Everything is written out: calls that are not inlined would box
 * their numbers.
 */
function solveRow(v: Float32Array, o: number, changes: Float32Array, a: number, b: number): void {
  const pushA = f(f(f(v[o] * changes[a]) + f(v[o + 1] * changes[a + 1])) + f(v[o + 2] * changes[a + 2]));
  const turnA = f(
    f(f(v[o + 3] * changes[a + 3]) + f(v[o + 4] * changes[a + 4])) + f(v[o + 5] * changes[a + 5]),
  );
  const pushB = f(f(f(v[o] * changes[b]) + f(v[o + 1] * changes[b + 1])) + f(v[o + 2] * changes[b + 2]));
  const turnB = f(
    f(f(v[o + 6] * changes[b + 3]) + f(v[o + 7] * changes[b + 4])) + f(v[o + 8] * changes[b + 5]),
  );
  const mass = v[o + EFFECTIVE_MASS];
  const needed = f(f(v[o + NEEDED] - f(f(pushA + turnA) * mass)) - f(f(turnB - pushB) * mass));
  const impulse = add(v, o, needed);
  changes[a] += f(v[o + 9] * impulse);
  changes[a + 1] += f(v[o + 10] * impulse);
  changes[a + 2] += f(v[o + 11] * impulse);
  changes[a + 3] += f(v[o + 12] * impulse);
  changes[a + 4] += f(v[o + 13] * impulse);
  changes[a + 5] += f(v[o + 14] * impulse);
  changes[b] += f(v[o + 15] * impulse);
  changes[b + 1] += f(v[o + 16] * impulse);
  changes[b + 2] += f(v[o + 17] * impulse);
  changes[b + 3] += f(v[o + 18] * impulse);
  changes[b + 4] += f(v[o + 19] * impulse);
  changes[b + 5] += f(v[o + 20] * impulse);
}

/** Adds to the impulse of a row, within its bounds. Gives what was added. */
function add(v: Float32Array, o: number, needed: number): number {
  const before = v[o + IMPULSE];
  const after = f(before + needed);
  const bounded = Math.min(v[o + UPPER], Math.max(v[o + LOWER], after));
  v[o + IMPULSE] = bounded;
  return bounded === after ? needed : f(bounded - before);
}

/**
 * The same for a row without a push: both bodies turn about one arm. It gives the same bits in half the time.
 */
function solveTurn(v: Float32Array, o: number, changes: Float32Array, a: number, b: number): void {
  const mass = v[o + EFFECTIVE_MASS];
  const turnA = f(f(f(v[o + 3] * changes[a]) + f(v[o + 4] * changes[a + 1])) + f(v[o + 5] * changes[a + 2]));
  const turnB = f(f(f(v[o + 6] * changes[b]) + f(v[o + 7] * changes[b + 1])) + f(v[o + 8] * changes[b + 2]));
  const needed = f(f(v[o + NEEDED] - f(turnA * mass)) - f(turnB * mass));
  const impulse = add(v, o, needed);
  changes[a] += f(v[o + 12] * impulse);
  changes[a + 1] += f(v[o + 13] * impulse);
  changes[a + 2] += f(v[o + 14] * impulse);
  changes[b] += f(v[o + 18] * impulse);
  changes[b + 1] += f(v[o + 19] * impulse);
  changes[b + 2] += f(v[o + 20] * impulse);
}

/** Writes one component of inverse inertia · arm. */
function writeTurn(v: Float32Array, arm: number, inertias: Float32Array, row: number, out: number): void {
  v[out] =
    f(f(inertias[row] * v[arm]) + f(inertias[row + 1] * v[arm + 1])) + f(inertias[row + 2] * v[arm + 2]);
}
