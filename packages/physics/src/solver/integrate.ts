import type { Bodies } from './bodies.js';
import { dot, EPSILON, f, HALF_PI, PI } from './float32.js';
import { fromQuaternion, invert, multiply, normalize, toQuaternion } from './rotation.js';
import { HALF_STEP, RATE, STEP, STEP_CUBED } from './timing.js';

/** A body turns by at most this angle in a substep. */
const LARGEST_TURN = HALF_PI;
/** Above this angle in a substep, the turn is a bit smaller than the angular velocity says. */
const EXACT_TURN = /* @__PURE__ */ f(PI / 4);
/** Below this angular velocity, the sine's series is taken. */
const SLOW = /* @__PURE__ */ f(0.001);
// sin(speed · h / 2) / speed = h / 2 − h³ · speed² / 48 + …
const SINE_TERM = /* @__PURE__ */ f(0.020833333333);

const inverse = /* @__PURE__ */ new Float32Array(9);
const turn = /* @__PURE__ */ new Float32Array(9);
const quaternion = /* @__PURE__ */ new Float32Array(4);

/**
 * Takes the next pose of a body that is not dynamic, and gives it the velocity of that move (§1.1).
 *
 * In float32 the arc cosine is coarse near 1: the angular velocity has an error of about 2.4e-7 / angle rad,
 * and turns below 7e-4 rad give 0. MMD's chains move as they do because of it. Exact velocities move the ends
 * of chains by 0.01 units in 2 s.
 */
export function moveToNextPose(bodies: Bodies, body: number): void {
  const { positions, rotations, velocities, angularVelocities, nextPositions, nextRotations } = bodies;
  const rate = bodies.timing[RATE];
  const o = 3 * body;
  for (let i = o; i < o + 3; i++) {
    velocities[i] = f(nextPositions[i] - positions[i]) * rate;
    positions[i] = nextPositions[i];
  }
  invert(rotations, 9 * body, inverse, 0);
  multiply(nextRotations, 9 * body, inverse, 0, turn, 0);
  toQuaternion(turn, 0, quaternion, 0);
  normalize(quaternion);
  const x = quaternion[0];
  const y = quaternion[1];
  const z = quaternion[2];
  // NaN after a bone of scale 0
  const angle = f(2 * f(Math.acos(Math.min(1, Math.max(-1, quaternion[3]))))) || 0;
  const square = dot(x, y, z, x, y, z);
  const known = square >= EPSILON * EPSILON;
  const s = f(1 / f(Math.sqrt(square)));
  angularVelocities[o] = f(f(known ? f(x * s) : 1) * angle) * rate;
  angularVelocities[o + 1] = f(f(known ? f(y * s) : 0) * angle) * rate;
  angularVelocities[o + 2] = f(f(known ? f(z * s) : 0) * angle) * rate;
  for (let i = 9 * body; i < 9 * body + 9; i++) rotations[i] = nextRotations[i];
}

/**
 * Gravity (three numbers from `g` on), the limit of the angular velocity, and damping, in this order (§1,
 * steps 2 to 4).
 */
export function applyForces(bodies: Bodies, body: number, gravity: Float32Array, g = 0): void {
  const { velocities: v, angularVelocities: w } = bodies;
  const o = 3 * body;
  const inverseMass = bodies.inverseMasses[body];
  const seconds = bodies.timing[STEP];
  const impulse = f(inverseMass * seconds);
  for (let i = 0; i < 3; i++) v[o + i] += f(f(gravity[g + i] * f(1 / inverseMass)) * impulse);
  const speed = f(Math.sqrt(dot(w[o], w[o + 1], w[o + 2], w[o], w[o + 1], w[o + 2])));
  if (f(speed * seconds) > LARGEST_TURN) {
    const s = f(f(LARGEST_TURN / seconds) / speed);
    for (let i = o; i < o + 3; i++) w[i] *= s;
  }
  for (let i = o; i < o + 3; i++) {
    v[i] *= bodies.linearFactors[body];
    w[i] *= bodies.angularFactors[body];
  }
}

/** Moves and turns a body by its velocities (§2.3). */
export function integrate(bodies: Bodies, body: number): void {
  const { positions, rotations, velocities, angularVelocities, timing } = bodies;
  const seconds = timing[STEP];
  for (let i = 3 * body; i < 3 * body + 3; i++) positions[i] += f(velocities[i] * seconds);
  writeTurn(angularVelocities, 3 * body, timing);
  toQuaternion(rotations, 9 * body, quaternion, 0);
  turnQuaternion();
  normalize(quaternion);
  fromQuaternion(quaternion, rotations, 9 * body);
  bodies.updateInertia(body);
}

/** The turn of one substep, as a quaternion. */
const step = /* @__PURE__ */ new Float32Array(4);

function writeTurn(w: Float32Array, o: number, timing: Float32Array): void {
  const seconds = timing[STEP];
  let speed = f(Math.sqrt(f(f(f(w[o] * w[o]) + f(w[o + 1] * w[o + 1])) + f(w[o + 2] * w[o + 2]))));
  if (f(speed * seconds) > EXACT_TURN) speed = f(EXACT_TURN / seconds);
  const half =
    speed < SLOW
      ? f(timing[HALF_STEP] - f(f(f(timing[STEP_CUBED] * SINE_TERM) * speed) * speed))
      : f(f(Math.sin(f(f(0.5 * speed) * seconds))) / speed);
  for (let i = 0; i < 3; i++) step[i] = w[o + i] * half;
  step[3] = Math.cos(f(f(speed * seconds) * 0.5));
}

/** Turns the quaternion by the step: step · quaternion. */
function turnQuaternion(): void {
  const x = quaternion[0];
  const y = quaternion[1];
  const z = quaternion[2];
  const w = quaternion[3];
  const turnX = step[0];
  const turnY = step[1];
  const turnZ = step[2];
  const turnW = step[3];
  quaternion[0] = f(f(f(turnW * x) + f(turnX * w)) + f(turnY * z)) - f(turnZ * y);
  quaternion[1] = f(f(f(turnW * y) + f(turnY * w)) + f(turnZ * x)) - f(turnX * z);
  quaternion[2] = f(f(f(turnW * z) + f(turnZ * w)) + f(turnX * y)) - f(turnY * x);
  quaternion[3] = f(f(f(turnW * w) - f(turnX * x)) - f(turnY * y)) - f(turnZ * z);
}
