import type { Bodies } from './bodies.js';
import { f, minor, STEPS_PER_SECOND } from './float32.js';
import { angularAxes, frameA, frameB, type Joints, offsets, writeAngularAxes } from './joints.js';
import { motorFactor, nearLimits, violation } from './limits.js';
import { ARM_A, ARM_B, type Rows } from './rows.js';

/** Half of an error is corrected in a substep. */
const CORRECTION = /* @__PURE__ */ f(STEPS_PER_SECOND * 0.5);
/** A spring asks for a tenth of what it needs, because ten rounds add up. */
const SPRING_RATE = /* @__PURE__ */ f(STEPS_PER_SECOND / 10);

/** Adds the rows of a joint: one for each axis that violates its limits or has a spring (§3.4). */
export function addJointRows(joints: Joints, joint: number, bodies: Bodies, rows: Rows): void {
  joints.measure(joint, bodies);
  writeAngularAxes();
  for (let axis = 0; axis < 6; axis++) addRow(joints, joint, axis, bodies, rows);
}

function addRow(joints: Joints, joint: number, axis: number, bodies: Bodies, rows: Rows): void {
  const i = 6 * joint + axis;
  const lower = joints.lower[i];
  const upper = joints.upper[i];
  const spring = joints.springs[i];
  const isAngle = axis > 2;
  const value = isAngle ? nearLimits(offsets[axis], lower, upper) : offsets[axis];
  const error = violation(value, lower, upper);
  if (error === 0 && !(spring > 0)) return;
  const o = beginRow(joints, joint, axis, bodies, rows);
  rows.prepare(o, bodies);
  const resistance = rows.resistance(o);
  const velocity = rows.velocity(o, bodies);
  // A positive impulse raises an angle's value and lowers an offset's.
  const sign = isAngle ? -1 : 1;
  if (error !== 0) {
    const mayPull = lower === upper || sign * error < 0 ? -Infinity : 0;
    const mayPush = lower === upper || sign * error > 0 ? Infinity : 0;
    rows.finish(o, resistance, f(sign * f(CORRECTION * error)), velocity, mayPull, mayPush);
  } else if (lower === upper) {
    rows.finish(o, resistance, 0, velocity, -Infinity, Infinity);
  } else {
    const force = f(sign * f(f(offsets[axis] - joints.equilibrium[i]) * spring));
    const goal = f(SPRING_RATE * force);
    const factor = motorFactor(value, lower, upper, -sign * goal);
    const largest = f(Math.abs(force) / STEPS_PER_SECOND);
    rows.finish(o, resistance, f(factor * goal), velocity, -largest, largest);
  }
}

/** Begins a row with its push and arms. Both arms of a linear row end in B's joint origin. */
function beginRow(joints: Joints, joint: number, axis: number, bodies: Bodies, rows: Rows): number {
  const a = joints.bodiesA[joint];
  const b = joints.bodiesB[joint];
  const o = rows.begin(a, b);
  const v = rows.values;
  if (axis < 3) {
    for (let i = 0; i < 3; i++) v[o + i] = frameA[3 * i + axis];
    writeArm(bodies, a, 1, v, o, o + ARM_A);
    writeArm(bodies, b, -1, v, o, o + ARM_B);
  } else {
    for (let i = 0; i < 3; i++) {
      v[o + i] = 0;
      v[o + ARM_A + i] = angularAxes[3 * (axis - 3) + i];
      v[o + ARM_B + i] = -v[o + ARM_A + i];
    }
  }
  return o;
}

/** Writes sign · (joint origin − body) × push. */
function writeArm(bodies: Bodies, body: number, sign: number, v: Float32Array, o: number, out: number): void {
  const { positions } = bodies;
  const x = f(frameB[9] - positions[3 * body]);
  const y = f(frameB[10] - positions[3 * body + 1]);
  const z = f(frameB[11] - positions[3 * body + 2]);
  v[out] = sign * minor(y, v[o + 2], z, v[o + 1]);
  v[out + 1] = sign * minor(z, v[o], x, v[o + 2]);
  v[out + 2] = sign * minor(x, v[o + 1], y, v[o]);
}
