import type { Bodies } from './bodies.js';
import { cross, transform } from './rotation.js';
import { RATE, STEP } from './timing.js';

/** The part of a distance that a pull closes in a substep. */
const APPROACH = 0.25;

/**
 * Pulls a point of a dynamic body, in the body's space, towards a target of the world for one substep: as a
 * spring without swing, with at most a force. Allocates nothing.
 */
export function pullBody(
  bodies: Bodies,
  body: number,
  point: Float32Array,
  target: Float32Array,
  force: number,
): void {
  const { positions, timing } = bodies;
  transform(bodies.rotations, 9 * body, point, 0, arm, 0);
  writeVelocity(bodies, body);
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const distance = target[i] - positions[3 * body + i] - arm[i];
    push[i] = distance * APPROACH * timing[RATE] - velocity[i];
    square += push[i] * push[i];
  }
  const length = Math.sqrt(square);
  if (!(length > 0 && length < Infinity)) return;
  for (let i = 0; i < 3; i++) push[i] /= length;
  const impulse = Math.min(length / resistance(bodies, body), force * timing[STEP]);
  for (let i = 0; i < 3; i++) push[i] *= impulse;
  addImpulse(bodies, body);
}

/** Hits a point of the world on a dynamic body with an impulse. */
export function pushBody(
  bodies: Bodies,
  body: number,
  point: ArrayLike<number>,
  impulse: ArrayLike<number>,
): void {
  for (let i = 0; i < 3; i++) {
    arm[i] = point[i] - bodies.positions[3 * body + i];
    push[i] = impulse[i];
  }
  addImpulse(bodies, body);
}

/** From the center of the body to the point; then the velocity of the point, the push, the turn by it. */
const arm = /* @__PURE__ */ new Float32Array(3);
const velocity = /* @__PURE__ */ new Float32Array(3);
const push = /* @__PURE__ */ new Float32Array(3);
const moment = /* @__PURE__ */ new Float32Array(3);
const turn = /* @__PURE__ */ new Float32Array(3);

function writeVelocity({ velocities, angularVelocities }: Bodies, body: number): void {
  cross(angularVelocities, 3 * body, arm, 0, velocity, 0);
  for (let i = 0; i < 3; i++) velocity[i] += velocities[3 * body + i];
}

/** Change of the point's velocity along the push by an impulse of 1. */
function resistance(bodies: Bodies, body: number): number {
  cross(arm, 0, push, 0, moment, 0);
  transform(bodies.inverseInertias, 9 * body, moment, 0, turn, 0);
  let sum = bodies.inverseMasses[body];
  for (let i = 0; i < 3; i++) sum += moment[i] * turn[i];
  return sum;
}

function addImpulse(bodies: Bodies, body: number): void {
  cross(arm, 0, push, 0, moment, 0);
  transform(bodies.inverseInertias, 9 * body, moment, 0, turn, 0);
  for (let i = 0; i < 3; i++) {
    bodies.velocities[3 * body + i] += bodies.inverseMasses[body] * push[i];
    bodies.angularVelocities[3 * body + i] += turn[i];
  }
}
