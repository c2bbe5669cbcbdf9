import type { Bodies } from './bodies.js';
import { f } from './float32.js';
import { angularAxes, frameA, frameB, type Joints, offsets, writeAngularAxes } from './joints.js';
import { moveNearLimits, slowNearLimits } from './limits.js';
import { cross } from './rotation.js';
import { ARM_A, ARM_B, BOUNCE, GOAL, LOWER, type Rows, UPPER } from './rows.js';
import { CORRECTION, RATE, SPRING_RATE } from './timing.js';

/** Adds the rows of a joint: one for each axis that violates its limits or has a spring (§3.4). */
export function addJointRows(joints: Joints, joint: number, bodies: Bodies, rows: Rows): void {
  const { lower, upper, springs } = joints;
  joints.measure(joint, bodies);
  writeAngularAxes();
  near.set(offsets);
  for (let axis = 0; axis < 6; axis++) {
    const i = 6 * joint + axis;
    if (axis > 2) moveNearLimits(near, axis, lower, upper, i);
    const isViolated = lower[i] <= upper[i] && (near[axis] < lower[i] || near[axis] > upper[i]);
    if (!isViolated && (lower[i] === upper[i] || !(springs[i] > 0))) continue;
    const o = beginRow(joints, joint, axis, bodies, rows);
    if (isViolated) aimAtLimit(joints, i, axis, bodies.timing, rows.values, o);
    else aimAtRest(joints, i, axis, bodies.timing, rows.values, o);
    rows.finish(o, bodies);
  }
}

/** Offsets and angles of the joint, each angle in the turn that is nearest to its limits. */
const near = /* @__PURE__ */ new Float32Array(6);

/** A positive impulse lowers an offset and raises an angle. */
function signOf(axis: number): number {
  return axis < 3 ? 1 : -1;
}

/** The row brings the axis back to its limit. It only pushes inwards, unless the axis is locked. */
function aimAtLimit(
  { lower, upper }: Joints,
  i: number,
  axis: number,
  timing: Float32Array,
  v: Float32Array,
  o: number,
): void {
  const isBelow = near[axis] < lower[i];
  const isLocked = lower[i] === upper[i];
  const error = f(near[axis] - (isBelow ? lower[i] : upper[i]));
  const raises = isBelow === axis < 3 ? -1 : 1;
  v[o + GOAL] = signOf(axis) * f(timing[CORRECTION] * error);
  v[o + LOWER] = isLocked || raises < 0 ? -Infinity : 0;
  v[o + UPPER] = isLocked || raises > 0 ? Infinity : 0;
}

/**
 * The row pulls the axis to where its spring rests, with at most the spring's force. A locked axis is held.
 */
function aimAtRest(
  joints: Joints,
  i: number,
  axis: number,
  timing: Float32Array,
  v: Float32Array,
  o: number,
): void {
  const { lower, upper } = joints;
  if (lower[i] === upper[i]) {
    v[o + GOAL] = 0;
    v[o + UPPER] = Infinity;
  } else {
    const force = f(signOf(axis) * f(f(offsets[axis] - joints.equilibrium[i]) * joints.springs[i]));
    v[o + GOAL] = timing[SPRING_RATE] * force;
    slowNearLimits(near, axis, lower, upper, i, -signOf(axis), v, o + GOAL, timing);
    v[o + UPPER] = Math.abs(force) / timing[RATE];
  }
  v[o + LOWER] = -v[o + UPPER];
}

/** Begins a row with its push and arms. Both arms of a linear row end in B's joint origin. */
function beginRow(joints: Joints, joint: number, axis: number, bodies: Bodies, rows: Rows): number {
  const a = joints.bodiesA[joint];
  const b = joints.bodiesB[joint];
  const o = rows.begin(a, b);
  const v = rows.values;
  v[o + BOUNCE] = 0;
  if (axis < 3) {
    for (let i = 0; i < 3; i++) v[o + i] = frameA[3 * i + axis];
    writeArm(bodies, a, v, o, o + ARM_A);
    writeArm(bodies, b, v, o, o + ARM_B);
    for (let i = 0; i < 3; i++) v[o + ARM_B + i] = -v[o + ARM_B + i];
  } else {
    for (let i = 0; i < 3; i++) {
      v[o + i] = 0;
      v[o + ARM_A + i] = angularAxes[3 * (axis - 3) + i];
      v[o + ARM_B + i] = -v[o + ARM_A + i];
    }
  }
  return o;
}

/** Writes (joint origin − body) × push. */
function writeArm(bodies: Bodies, body: number, v: Float32Array, o: number, out: number): void {
  for (let i = 0; i < 3; i++) arm[i] = frameB[9 + i] - bodies.positions[3 * body + i];
  cross(arm, 0, v, o, v, out);
}

const arm = /* @__PURE__ */ new Float32Array(3);
