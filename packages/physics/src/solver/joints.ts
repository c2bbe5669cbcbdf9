import { type ArrayShapes, copyItems, growArrays } from './arrays.js';
import { type Bodies, storable, type Vector } from './bodies.js';
import { f } from './float32.js';
import { normalizeAngle } from './limits.js';
import { cross, fromAngles, invert, multiply, transform } from './rotation.js';

/** A joint at rest. A joint of a PMX file has these fields. */
export interface JointDefinition {
  /** In the space of the world, in MMD's units. */
  position: Vector;
  /** Radians: Ry · Rx · Rz. */
  rotation: Vector;
  /** Limits per axis. Lower = upper locks the axis, lower > upper frees it. */
  linearLower: Vector;
  linearUpper: Vector;
  /** Radians. */
  angularLower: Vector;
  angularUpper: Vector;
  /** Strengths of springs. 0 and less: no spring. */
  linearSpring: Vector;
  angularSpring: Vector;
}

/** A pose takes 12 numbers: the rotation as a matrix row by row, and the position. */
const POSE = 12;

const ARRAYS: ArrayShapes<Joints> = {
  bodiesA: [Int32Array, 1],
  bodiesB: [Int32Array, 1],
  frames: [Float32Array, 2 * POSE],
  lower: [Float32Array, 6],
  upper: [Float32Array, 6],
  springs: [Float32Array, 6],
  equilibrium: [Float32Array, 6],
};

/**
 * The joints of a world: each holds two bodies together, with limits and springs on six axes (§3).
 *
 * Shapes: 6 numbers per joint are linear x, y, z, then angular x, y, z.
 */
export class Joints {
  count = 0;
  declare bodiesA: Int32Array;
  /** -1: the joint holds nothing. */
  declare bodiesB: Int32Array;
  /** The joint's pose as each body sees it: 24 numbers per joint. */
  declare frames: Float32Array;
  declare lower: Float32Array;
  declare upper: Float32Array;
  declare springs: Float32Array;
  /** Offsets and angles at which the springs rest. */
  declare equilibrium: Float32Array;

  constructor() {
    growArrays(this, ARRAYS, 16);
  }

  /** Adds a joint between two bodies in their current poses. */
  add(definition: JointDefinition, bodyA: number, bodyB: number, bodies: Bodies): number {
    if (this.count === this.bodiesA.length) growArrays(this, ARRAYS, 2 * this.count);
    const joint = this.count++;
    const held = holds(bodies, bodyA, bodyB);
    this.bodiesA[joint] = held ? bodyA : -1;
    this.bodiesB[joint] = held ? bodyB : -1;
    const { linearLower, linearUpper, angularLower, angularUpper } = definition;
    this.lower.set([...linearLower.map(limit), ...angularLower.map(angularLimit)], 6 * joint);
    this.upper.set([...linearUpper.map(limit), ...angularUpper.map(angularLimit)], 6 * joint);
    this.springs.set([...definition.linearSpring, ...definition.angularSpring].map(storable), 6 * joint);
    if (!held) return joint;
    const pose = new Float32Array(POSE);
    const [x, y, z] = definition.rotation.map(storable);
    fromAngles(x, y, z, pose, 0);
    pose.set(definition.position.map(storable), 9);
    frameIn(bodies, bodyA, pose, this.frames, 2 * POSE * joint);
    frameIn(bodies, bodyB, pose, this.frames, 2 * POSE * joint + POSE);
    this.measure(joint, bodies);
    this.equilibrium.set(offsets, 6 * joint);
    return joint;
  }

  /** Adds copies of the joints of another world that hold bodies `from` to `end`, `shift` numbers higher. */
  append(source: Joints, from: number, end: number, shift: number, scale: number): void {
    for (let joint = 0; joint < source.count; joint++) {
      const a = source.bodiesA[joint];
      const b = source.bodiesB[joint];
      if (!(a >= from && a < end && b >= from && b < end)) continue;
      if (this.count === this.bodiesA.length) growArrays(this, ARRAYS, 2 * this.count);
      copyItems(source, joint, joint + 1, this, this.count, ARRAYS);
      this.bodiesA[this.count] = a + shift;
      this.bodiesB[this.count] = b + shift;
      if (scale !== 1) this.#resize(this.count, scale);
      this.count++;
    }
  }

  #resize(joint: number, scale: number): void {
    for (let axis = 0; axis < 3; axis++) {
      for (const lengths of [this.lower, this.upper, this.equilibrium]) lengths[6 * joint + axis] *= scale;
      for (const frame of [0, POSE]) this.frames[2 * POSE * joint + frame + 9 + axis] *= scale;
    }
  }

  /**
   * Writes where the joint's bodies stand to each other into {@link frameA}, {@link frameB} and {@link
   * offsets} (§3.1).
   */
  measure(joint: number, bodies: Bodies): void {
    const o = 2 * POSE * joint;
    posedFrame(bodies, this.bodiesA[joint], this.frames, o, frameA);
    posedFrame(bodies, this.bodiesB[joint], this.frames, o + POSE, frameB);
    invert(frameA, 0, inverse, 0);
    for (let i = 0; i < 3; i++) between[i] = frameB[9 + i] - frameA[9 + i];
    transform(inverse, 0, between, 0, offsets, 0);
    multiply(inverse, 0, frameB, 0, between, 0);
    writeAngles(between, offsets);
  }
}

/** The frames of the joint that was measured last: rotation row by row, then position. */
export const frameA: Float32Array = /* @__PURE__ */ new Float32Array(POSE);
export const frameB: Float32Array = /* @__PURE__ */ new Float32Array(POSE);
/**
 * Offsets x, y, z of frame B in frame A, then the angles x, y, z between them, of the joint that was measured
 * last.
 */
export const offsets: Float32Array = /* @__PURE__ */ new Float32Array(6);
/** The axes of the three angles, in the world's space, of {@link writeAngularAxes}. */
export const angularAxes: Float32Array = /* @__PURE__ */ new Float32Array(9);

const inverse = /* @__PURE__ */ new Float32Array(9);
const between = /* @__PURE__ */ new Float32Array(9);

function holds(bodies: Bodies, bodyA: number, bodyB: number): boolean {
  const known = (body: number): boolean => Number.isInteger(body) && body >= 0 && body < bodies.count;
  return known(bodyA) && known(bodyB) && bodyA !== bodyB;
}

/** A limit of NaN counts as 0. Infinite limits stay: they free their side. */
function limit(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

function angularLimit(value: number): number {
  return Number.isFinite(value) ? normalizeAngle(f(value)) : limit(value);
}

/** Writes a pose of the world as the body sees it: body⁻¹ · pose. */
function frameIn(bodies: Bodies, body: number, pose: Float32Array, out: Float32Array, o: number): void {
  const r = bodies.rotations.subarray(9 * body, 9 * body + 9);
  const toBody = r.map((_, i) => r[3 * (i % 3) + Math.floor(i / 3)]);
  const origin = bodies.positions.subarray(3 * body, 3 * body + 3).map((value) => -value);
  transform(toBody, 0, origin, 0, between, 0);
  multiply(toBody, 0, pose, 0, out, o);
  transform(toBody, 0, pose, 9, out, o + 9);
  for (let i = 0; i < 3; i++) out[o + 9 + i] += between[i];
}

/** Writes body · frame. */
function posedFrame(bodies: Bodies, body: number, frames: Float32Array, o: number, out: Float32Array): void {
  const { rotations: r, positions } = bodies;
  multiply(r, 9 * body, frames, o, out, 0);
  transform(r, 9 * body, frames, o + 9, out, 9);
  for (let i = 0; i < 3; i++) out[9 + i] += positions[3 * body + i];
}

/**
 * Writes the angles of a matrix M = Rz(−z) · Ry(−y) · Rx(−x) into out[3 … 5]. x and z jump where y passes
 * ±90°, as in MMD.
 */
function writeAngles(m: Float32Array, out: Float32Array): void {
  const s = m[6];
  if (s > -1 && s < 1) {
    out[3] = Math.atan2(-m[7], m[8]);
    out[4] = Math.asin(s);
    out[5] = Math.atan2(-m[3], m[0]);
  } else {
    const turn = Math.atan2(m[1], m[4]);
    out[3] = s >= 1 ? turn : -turn;
    out[4] = s >= 1 ? Math.PI / 2 : -Math.PI / 2;
    out[5] = 0;
  }
}

/**
 * Writes the axes about which the three angles turn into {@link angularAxes}: from the frames that were
 * measured last (§3.1).
 */
export function writeAngularAxes(): void {
  for (let i = 0; i < 3; i++) {
    firstOfB[i] = frameB[3 * i];
    lastOfA[i] = frameA[3 * i + 2];
  }
  cross(lastOfA, 0, firstOfB, 0, angularAxes, 3);
  cross(angularAxes, 3, lastOfA, 0, angularAxes, 0);
  cross(firstOfB, 0, angularAxes, 3, angularAxes, 6);
  for (let o = 0; o < 9; o += 3) {
    const x = angularAxes[o];
    const y = angularAxes[o + 1];
    const z = angularAxes[o + 2];
    const size = f(Math.sqrt(f(f(f(x * x) + f(y * y)) + f(z * z))));
    const s = size === 0 ? 0 : f(1 / size);
    angularAxes[o] = x * s;
    angularAxes[o + 1] = y * s;
    angularAxes[o + 2] = z * s;
  }
}

const firstOfB = /* @__PURE__ */ new Float32Array(3);
const lastOfA = /* @__PURE__ */ new Float32Array(3);
