import { type ArrayShapes, copyItems, growArrays } from './arrays.js';
import { f } from './float32.js';
import { createTiming, STEP, writeTiming } from './timing.js';
import type { Placing } from './placing.js';
import { fromAngles } from './rotation.js';
import { BOX, CAPSULE, contactDistance, halfExtents, localInertia, PLANE, SPHERE } from './shapes.js';

/** Three numbers: x, y, z. */
export type Vector = readonly [number, number, number];

/** A rigid body at rest. A rigid body of a PMX file has these fields. */
export interface BodyDefinition {
  /**
   * 0 sphere (size: radius), 1 box (size: half extents), 2 capsule along y (size: radius, height of its
   * cylinder).
   */
  shape: number;
  size: Vector;
  /** In the space of the world, in MMD's units. */
  position: Vector;
  /** Radians: Ry · Rx · Rz. */
  rotation: Vector;
  /** A dynamic body of mass 0 never moves. */
  mass: number;
  /** Parts of the velocity that are lost in a second, 0 to 1. */
  linearDamping: number;
  angularDamping: number;
  restitution: number;
  friction: number;
  /** 0 to 15. */
  group: number;
  /** Bit g: collides with group g. */
  collisionMask: number;
}

/** No number of a body may be larger: its square must be finite in float32. */
export const LARGEST = 1e18;
/** A lighter body than this is given this mass. The inverses of mass and inertia stay finite. */
const MIN_MASS = 1e-12;
/** The largest value of an inverse inertia, for shapes of size 0. */
const LARGEST_INVERSE = 1e18;

/** The plane y = 0, as MMD sets it. */
const GROUND: BodyDefinition = {
  shape: SPHERE,
  size: [0, 0, 0],
  position: [0, 0, 0],
  rotation: [0, 0, 0],
  mass: 0,
  linearDamping: 0,
  angularDamping: 0,
  restitution: 0.88,
  friction: 0.5,
  group: 15,
  collisionMask: 0xffff,
};

const ARRAYS: ArrayShapes<Bodies> = {
  shapes: [Uint8Array, 1],
  dynamic: [Uint8Array, 1],
  groups: [Uint32Array, 1],
  masks: [Uint32Array, 1],
  sizes: [Float32Array, 3],
  extents: [Float32Array, 3],
  contactDistances: [Float32Array, 1],
  grounds: [Float32Array, 1],
  gravities: [Float32Array, 3],
  frictions: [Float32Array, 1],
  restitutions: [Float32Array, 1],
  inverseMasses: [Float32Array, 1],
  localInverseInertias: [Float32Array, 3],
  inverseInertias: [Float32Array, 9],
  linearFactors: [Float32Array, 1],
  angularFactors: [Float32Array, 1],
  undamped: [Float32Array, 2],
  positions: [Float32Array, 3],
  rotations: [Float32Array, 9],
  velocities: [Float32Array, 3],
  angularVelocities: [Float32Array, 3],
  nextPositions: [Float32Array, 3],
  nextRotations: [Float32Array, 9],
  changes: [Float32Array, 6],
  boxes: [Float32Array, 6],
};

/** The numbers of a body in {@link Bodies.writeMotion}. */
export const MOTION_NUMBERS = 18;

const MOTION: ArrayShapes<Bodies> = {
  positions: [Float32Array, 3],
  rotations: [Float32Array, 9],
  velocities: [Float32Array, 3],
  angularVelocities: [Float32Array, 3],
  nextPositions: [Float32Array, 3],
  nextRotations: [Float32Array, 9],
};

/**
 * The bodies of a world, one typed array per property. Body 0 is the ground: the plane y = 0.
 *
 * Shapes: 3 numbers per body for vectors, 9 for matrices (row by row), 1 for the others.
 */
export class Bodies {
  // All arrays are fields from the start: V8 reads objects slowly that get so many properties later.
  count = 0;
  /** The numbers of a substep, see `timing.ts`. */
  readonly timing: Float32Array = createTiming(1 / 60);
  shapes: Uint8Array = new Uint8Array(0);
  /** 1: forces move it. 0: it stands, or goes where it is put. */
  dynamic: Uint8Array = new Uint8Array(0);
  groups: Uint32Array = new Uint32Array(0);
  masks: Uint32Array = new Uint32Array(0);
  sizes: Float32Array = new Float32Array(0);
  /** Half extents of the shape's own box. */
  extents: Float32Array = new Float32Array(0);
  contactDistances: Float32Array = new Float32Array(0);
  /** The height of the ground below a body, 0 at first; −Infinity: there is none. */
  grounds: Float32Array = new Float32Array(0);
  /** The gravity of each body, in a world whose groups have gravities of their own. */
  gravities: Float32Array = new Float32Array(0);
  frictions: Float32Array = new Float32Array(0);
  restitutions: Float32Array = new Float32Array(0);
  /** 0 for bodies that are never dynamic. */
  inverseMasses: Float32Array = new Float32Array(0);
  localInverseInertias: Float32Array = new Float32Array(0);
  inverseInertias: Float32Array = new Float32Array(0);
  /** What remains of a velocity after a substep. */
  linearFactors: Float32Array = new Float32Array(0);
  angularFactors: Float32Array = new Float32Array(0);
  /** What remains of the linear and of the angular velocity after a second: 2 per body. */
  undamped: Float32Array = new Float32Array(0);

  positions: Float32Array = new Float32Array(0);
  rotations: Float32Array = new Float32Array(0);
  velocities: Float32Array = new Float32Array(0);
  angularVelocities: Float32Array = new Float32Array(0);
  /** Poses that bodies which are not dynamic take in the next substep. */
  nextPositions: Float32Array = new Float32Array(0);
  nextRotations: Float32Array = new Float32Array(0);
  /** Changes of the velocities in the current substep: 6 per body, linear and angular. */
  changes: Float32Array = new Float32Array(0);
  /** The world's box around each body, for the search of pairs: its lower corner, then its upper one. */
  boxes: Float32Array = new Float32Array(0);

  constructor() {
    growArrays(this, ARRAYS, 16);
    this.add(GROUND, false);
    this.shapes[0] = PLANE;
    this.contactDistances[0] = Infinity;
  }

  /** Adds a body and gives its number. Numbers that are not finite count as 0, negative sizes as 0. */
  add(definition: BodyDefinition, dynamic: boolean): number {
    if (this.count === this.shapes.length) growArrays(this, ARRAYS, 2 * this.count);
    const body = this.count++;
    const shape = definition.shape === BOX || definition.shape === CAPSULE ? definition.shape : SPHERE;
    const size = definition.size.map((value) => Math.max(0, storable(value)));
    const extents = halfExtents(shape, size);
    this.shapes[body] = shape;
    this.groups[body] = 1 << (definition.group & 15);
    this.masks[body] = definition.collisionMask & 0xffff;
    this.sizes.set(size, 3 * body);
    this.extents.set(extents, 3 * body);
    this.contactDistances[body] = contactDistance(extents);
    this.frictions[body] = storable(definition.friction);
    this.restitutions[body] = storable(definition.restitution);
    this.undamped[2 * body] = remainder(definition.linearDamping);
    this.undamped[2 * body + 1] = remainder(definition.angularDamping);
    this.#setFactors(body);
    this.#setMass(body, dynamic ? storable(definition.mass) : 0, extents);
    this.positions.set(definition.position.map(storable), 3 * body);
    const [x, y, z] = definition.rotation.map(storable);
    fromAngles(x, y, z, this.rotations, 9 * body);
    this.nextPositions.set(this.positions.subarray(3 * body, 3 * body + 3), 3 * body);
    this.nextRotations.set(this.rotations.subarray(9 * body, 9 * body + 9), 9 * body);
    this.updateInertia(body);
    return body;
  }

  /** Adds copies of bodies of another world, as they move. Gives the number of the first one. */
  append(source: Bodies, from: number, end: number): number {
    const first = this.count;
    const count = first + end - from;
    if (count > this.shapes.length) growArrays(this, ARRAYS, 2 * count);
    copyItems(source, from, end, this, first, ARRAYS);
    this.count = count;
    for (let body = first; body < count; body++) this.#setFactors(body);
    return first;
  }

  /** Copies where bodies of another world are, and how they move, to the bodies from number `at` on. */
  copyMotion(source: Bodies, from: number, end: number, at: number): void {
    copyItems(source, from, end, this, at, MOTION);
    for (let body = at; body < at + end - from; body++) this.updateInertia(body);
  }

  /** Writes where bodies are and how they move: `MOTION_NUMBERS` each. O(bodies). */
  writeMotion(first: number, end: number, out: Float64Array, start: number): void {
    let at = start;
    for (let body = first; body < end; body++) {
      for (let i = 0; i < 3; i++) out[at++] = this.positions[3 * body + i];
      for (let i = 0; i < 9; i++) out[at++] = this.rotations[9 * body + i];
      for (let i = 0; i < 3; i++) out[at++] = this.velocities[3 * body + i];
      for (let i = 0; i < 3; i++) out[at++] = this.angularVelocities[3 * body + i];
    }
  }

  /** Reads what {@link writeMotion} wrote. O(bodies). */
  readMotion(first: number, end: number, from: Float64Array, start: number): void {
    let at = start;
    for (let body = first; body < end; body++) {
      for (let i = 0; i < 3; i++)
        this.nextPositions[3 * body + i] = this.positions[3 * body + i] = from[at++];
      for (let i = 0; i < 9; i++)
        this.nextRotations[9 * body + i] = this.rotations[9 * body + i] = from[at++];
      for (let i = 0; i < 3; i++) this.velocities[3 * body + i] = from[at++];
      for (let i = 0; i < 3; i++) this.angularVelocities[3 * body + i] = from[at++];
      this.updateInertia(body);
    }
  }

  /** Moves bodies into another space, with their velocities. O(bodies); allocates nothing. */
  place(first: number, end: number, placing: Placing): void {
    const { positions, rotations, velocities, angularVelocities, nextPositions, nextRotations } = this;
    for (let body = first; body < end; body++) {
      placing.move(positions, 3 * body);
      placing.move(nextPositions, 3 * body);
      placing.turnMatrix(rotations, 9 * body);
      placing.turnMatrix(nextRotations, 9 * body);
      placing.turn(velocities, 3 * body, placing.scale);
      placing.turn(angularVelocities, 3 * body);
      this.updateInertia(body);
    }
  }

  /**
   * Makes bodies larger. Their masses shrink with the square of it, so that they turn as easily as before:
   * springs of joints then move them in the same way.
   */
  resize(first: number, end: number, scale: number): void {
    for (let body = first; body < end; body++) {
      const size = Array.from(this.sizes.subarray(3 * body, 3 * body + 3), (value) => value * scale);
      const extents = halfExtents(this.shapes[body], size);
      this.sizes.set(size, 3 * body);
      this.extents.set(extents, 3 * body);
      this.contactDistances[body] = contactDistance(extents);
      const inverse = this.inverseMasses[body];
      const isDynamic = this.dynamic[body];
      this.#setMass(body, inverse > 0 ? 1 / (inverse * scale * scale) : 0, extents);
      this.dynamic[body] = isDynamic; // one that follows its bone has a mass, too
      this.updateInertia(body);
    }
  }

  /** Changes the length of substeps. O(bodies). */
  setSubstep(seconds: number): void {
    writeTiming(this.timing, seconds);
    for (let body = 0; body < this.count; body++) this.#setFactors(body);
  }

  #setFactors(body: number): void {
    this.linearFactors[body] = this.undamped[2 * body] ** this.timing[STEP];
    this.angularFactors[body] = this.undamped[2 * body + 1] ** this.timing[STEP];
  }

  /**
   * Whether a body that forces may move follows its bone now. It keeps its mass: others push it, but do not
   * move it.
   */
  get hasFollowers(): boolean {
    return this.inverseMasses.some((mass, body) => mass > 0 && this.dynamic[body] === 0);
  }

  /** Turns the inverse inertia with the body: R · (1 / I) · Rᵀ. */
  updateInertia(body: number): void {
    const { rotations: r, inverseInertias: out } = this;
    const o = 9 * body;
    const ix = this.localInverseInertias[3 * body];
    const iy = this.localInverseInertias[3 * body + 1];
    const iz = this.localInverseInertias[3 * body + 2];
    for (let row = o; row < o + 9; row += 3) {
      const x = f(r[row] * ix);
      const y = f(r[row + 1] * iy);
      const z = f(r[row + 2] * iz);
      for (let column = 0; column < 3; column++) {
        const c = o + 3 * column;
        out[row + column] = f(f(f(x * r[c]) + f(y * r[c + 1])) + f(z * r[c + 2]));
      }
    }
  }

  #setMass(body: number, mass: number, extents: readonly number[]): void {
    if (mass <= 0) return;
    const shape = this.shapes[body];
    const usedMass = f(Math.max(mass, MIN_MASS));
    this.dynamic[body] = 1;
    this.inverseMasses[body] = 1 / usedMass;
    const inertia = localInertia(shape, usedMass, extents);
    for (let i = 0; i < 3; i++) {
      this.localInverseInertias[3 * body + i] =
        inertia[i] === 0 ? 0 : Math.min(1 / inertia[i], LARGEST_INVERSE);
    }
  }
}

/** The value as a finite float32, within what can be squared. */
export function storable(value: number): number {
  return Number.isFinite(value) ? f(Math.min(LARGEST, Math.max(-LARGEST, value))) : 0;
}

/** The part of a velocity that a damping leaves after a second. */
function remainder(damping: number): number {
  return f(1 - Math.min(1, Math.max(0, storable(damping))));
}
