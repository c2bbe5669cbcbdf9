import { limitRotation } from './limit-rotation.js';
import type { IkDefinition, IkLink } from './rig-definition.js';
import type { RigState } from './rig-state.js';
import { multiply, rotateVector } from '../rotation.js';
import { intoShearedAxes } from './shear.js';

/** |a × b|² of unit vectors below which a link has nothing to rotate: about 3.16e-4 radians. */
const STILL = 1e-7;

/**
 * Rotates a link towards the goal, as far as its step and its limits allow, and returns true; false if there
 * is nothing to rotate. The local rotation changes; all world transforms stay as stored.
 *
 * It is long because the parts of it share no array: here each number waits for the one before, and in one
 * frame of a model with long hair five hundred steps wait for each other.
 */
export function turnLink(
  state: RigState,
  { bone: goal, effector }: IkDefinition,
  link: IkLink,
  reflects: boolean,
): boolean {
  const { worldPositions, worldRotations, localRotations } = state;
  const { bone, leastCosine, backwards, limits, isPmdKnee } = link;
  const px = worldPositions[3 * bone];
  const py = worldPositions[3 * bone + 1];
  const pz = worldPositions[3 * bone + 2];
  const ax = worldPositions[3 * effector] - px;
  const ay = worldPositions[3 * effector + 1] - py;
  const az = worldPositions[3 * effector + 2] - pz;
  const bx = worldPositions[3 * goal] - px;
  const by = worldPositions[3 * goal + 1] - py;
  const bz = worldPositions[3 * goal + 2] - pz;
  const scale = 1 / Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
  const cx = (ay * bz - az * by) * scale;
  const cy = (az * bx - ax * bz) * scale;
  const cz = (ax * by - ay * bx) * scale;
  const square = cx * cx + cy * cy + cz * cz;
  if (!(square >= STILL && square < Infinity)) return false; // NaN too: a link on its effector or goal
  const length = Math.sqrt(square);
  const ux = cx / length;
  const uy = cy / length;
  const uz = cz / length;
  // MMD's cosine has 32 bits, in which small angles come in steps of 3.45e-4 radians. The distance at which a
  // foot stops shows these steps.
  const cosine = Math.max(Math.fround((ax * bx + ay * by + az * bz) * scale), leastCosine);
  // The axis in the link's own axes, by its stored rotation W: W⁻¹ · u. A local rotation L then becomes L ·
  // step.
  const o = 4 * bone;
  const wx = -worldRotations[o];
  const wy = -worldRotations[o + 1];
  const wz = -worldRotations[o + 2];
  const ww = worldRotations[o + 3];
  const tx = 2 * (wy * uz - wz * uy);
  const ty = 2 * (wz * ux - wx * uz);
  const tz = 2 * (wx * uy - wy * ux);
  let x = ux + ww * tx + wy * tz - wz * ty;
  let y = uy + ww * ty + wz * tx - wx * tz;
  let z = uz + ww * tz + wx * ty - wy * tx;
  if (state.shearedMatrices.length > 0) {
    axis[0] = ux;
    axis[1] = uy;
    axis[2] = uz;
    step[0] = x;
    step[1] = y;
    step[2] = z;
    intoShearedAxes(state, link, axis, step);
    x = step[0];
    y = step[1];
    z = step[2];
  }
  // of half the angle
  const sine = backwards > 0 ? -Math.sin(backwards / 2) : Math.sqrt((1 - cosine) / 2);
  const w = backwards > 0 ? Math.cos(backwards / 2) : Math.sqrt((1 + cosine) / 2);
  const hinge = isPmdKnee ? 0 : limits && reflects ? limits.axis : -1;
  if (hinge >= 0) {
    step[0] = x;
    step[1] = y;
    step[2] = z;
    step[COSINE] = w;
    step[SINE] = sine;
    rotateAboutAxis(localRotations, o, hinge);
  } else {
    x *= sine;
    y *= sine;
    z *= sine;
    const lx = localRotations[o];
    const ly = localRotations[o + 1];
    const lz = localRotations[o + 2];
    const lw = localRotations[o + 3];
    const rx = lw * x + lx * w + ly * z - lz * y;
    const ry = lw * y - lx * z + ly * w + lz * x;
    const rz = lw * z + lx * y - ly * x + lz * w;
    const rw = lw * w - lx * x - ly * y - lz * z;
    // W⁻¹ assumes a unit quaternion: otherwise, where an effector stays in place, rounding errors grow
    // threefold per step. One step of Newton's 1 / √x normalizes it.
    const norm = 1.5 - (rx * rx + ry * ry + rz * rz + rw * rw) / 2;
    localRotations[o] = rx * norm;
    localRotations[o + 1] = ry * norm;
    localRotations[o + 2] = rz * norm;
    localRotations[o + 3] = rw * norm;
  }
  if (isPmdKnee) bendBackwards(state, bone);
  if (limits) limitRotation(localRotations, o, limits, reflects);
  return true;
}

/** The axis of a step in the model's space, where the model may be sheared. */
const axis = /* @__PURE__ */ new Float64Array(3);

/**
 * A step about a hinge: its axis in the link's own axes, and cosine and sine of half its angle. They lie here
 * because a fraction passed as an argument is garbage wherever the engine does not inline the call.
 */
const step = /* @__PURE__ */ new Float64Array(5);
const COSINE = 3;
const SINE = 4;

/** A hinge: rotates about ±x, ±y or ±z of the parent, whichever sign is nearer to the axis of the step. */
function rotateAboutAxis(q: Float64Array, o: number, hinge: number): void {
  rotateVector(q, o, step, 0, step, 0); // into the parent's axes: L · step
  const sine = step[hinge] >= 0 ? step[SINE] : -step[SINE];
  step[0] = step[1] = step[2] = 0;
  step[hinge] = sine;
  multiply(step, 0, q, o, q, o);
}

/**
 * The knees of a PMD have no limits. A knee bends forwards if element 1,2 of its matrix, keyframe included,
 * has the wrong sign. It is then reflected: the sign of x changes in its rotation, and its matrix is sheared.
 *
 * @see Measured on MMD 9.31 with knees that have keyframes, `pnpm fidelity`: 0.0001° after one step.
 */
function bendBackwards({ localRotations: q, isReflected, options }: RigState, bone: number): void {
  const o = 4 * bone;
  if (q[o + 1] * q[o + 2] > q[o + 3] * q[o]) {
    q[o] = -q[o];
    isReflected[bone] = Number(options.shearKnees);
  } else isReflected[bone] = 0;
}
