import { f, STEP } from './float32.js';
import { fromAngles } from './rotation.js';
import { BOX, CAPSULE, contactDistance, halfExtents, localInertia, PLANE, SPHERE } from './shapes.js';

/** Three numbers: x, y, z. */
export type Vector = readonly [number, number, number];

/** A rigid body at rest. A rigid body of a PMX file has these fields. */
export interface BodyDefinition {
  /** 0 sphere (size: radius), 1 box (size: half extents), 2 capsule along y (size: radius, height of its cylinder). */
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
const LEAST_MASS = 1e-12;
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

/**
 * The bodies of a world, one typed array per property. Body 0 is the ground: the plane y = 0.
 *
 * Shapes: 3 numbers per body for vectors, 9 for matrices (row by row), 1 for the others.
 */
export class Bodies {
  count = 0;
  shapes: Uint8Array = new Uint8Array(0);
  /** 1: forces move it. 0: it stands, or goes where it is put. */
  dynamic: Uint8Array = new Uint8Array(0);
  groups: Uint32Array = new Uint32Array(0);
  masks: Uint32Array = new Uint32Array(0);
  sizes: Float32Array = new Float32Array(0);
  /** Half extents of the shape's own box. */
  extents: Float32Array = new Float32Array(0);
  contactDistances: Float32Array = new Float32Array(0);
  frictions: Float32Array = new Float32Array(0);
  restitutions: Float32Array = new Float32Array(0);
  inverseMasses: Float32Array = new Float32Array(0);
  localInverseInertias: Float32Array = new Float32Array(0);
  inverseInertias: Float32Array = new Float32Array(0);
  /** What remains of a velocity after a substep. */
  linearFactors: Float32Array = new Float32Array(0);
  angularFactors: Float32Array = new Float32Array(0);

  positions: Float32Array = new Float32Array(0);
  rotations: Float32Array = new Float32Array(0);
  velocities: Float32Array = new Float32Array(0);
  angularVelocities: Float32Array = new Float32Array(0);
  /** Poses that bodies which are not dynamic take in the next substep. */
  nextPositions: Float32Array = new Float32Array(0);
  nextRotations: Float32Array = new Float32Array(0);
  /** Changes of the velocities in the current substep: 6 per body, linear and angular. */
  changes: Float32Array = new Float32Array(0);

  constructor() {
    this.add(GROUND, false);
    this.shapes[0] = PLANE;
    this.contactDistances[0] = Infinity;
  }

  /** Adds a body and gives its number. Numbers that are not finite count as 0, negative sizes as 0. */
  add(definition: BodyDefinition, dynamic: boolean): number {
    if (this.count === this.shapes.length) this.#grow();
    const body = this.count++;
    const shape = definition.shape === BOX || definition.shape === CAPSULE ? definition.shape : SPHERE;
    const size = definition.size.map((value) => Math.max(0, finite(value)));
    const extents = halfExtents(shape, size);
    this.shapes[body] = shape;
    this.groups[body] = 1 << (definition.group & 15);
    this.masks[body] = definition.collisionMask & 0xffff;
    this.sizes.set(size, 3 * body);
    this.extents.set(extents, 3 * body);
    this.contactDistances[body] = contactDistance(extents);
    this.frictions[body] = finite(definition.friction);
    this.restitutions[body] = finite(definition.restitution);
    this.linearFactors[body] = remainder(definition.linearDamping);
    this.angularFactors[body] = remainder(definition.angularDamping);
    this.#setMass(body, dynamic ? finite(definition.mass) : 0, extents);
    this.positions.set(definition.position.map(finite), 3 * body);
    const [x, y, z] = definition.rotation.map(finite);
    fromAngles(x, y, z, this.rotations, 9 * body);
    this.nextPositions.set(this.positions.subarray(3 * body, 3 * body + 3), 3 * body);
    this.nextRotations.set(this.rotations.subarray(9 * body, 9 * body + 9), 9 * body);
    this.updateInertia(body);
    return body;
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
    const usedMass = f(Math.max(mass, LEAST_MASS));
    this.dynamic[body] = 1;
    this.inverseMasses[body] = 1 / usedMass;
    const inertia = localInertia(shape, usedMass, extents);
    for (let i = 0; i < 3; i++) {
      this.localInverseInertias[3 * body + i] =
        inertia[i] === 0 ? 0 : Math.min(1 / inertia[i], LARGEST_INVERSE);
    }
  }

  #grow(): void {
    const n = Math.max(16, 2 * this.count);
    this.shapes = grown(this.shapes, n);
    this.dynamic = grown(this.dynamic, n);
    this.groups = grown(this.groups, n);
    this.masks = grown(this.masks, n);
    this.sizes = grown(this.sizes, 3 * n);
    this.extents = grown(this.extents, 3 * n);
    this.contactDistances = grown(this.contactDistances, n);
    this.frictions = grown(this.frictions, n);
    this.restitutions = grown(this.restitutions, n);
    this.inverseMasses = grown(this.inverseMasses, n);
    this.localInverseInertias = grown(this.localInverseInertias, 3 * n);
    this.inverseInertias = grown(this.inverseInertias, 9 * n);
    this.linearFactors = grown(this.linearFactors, n);
    this.angularFactors = grown(this.angularFactors, n);
    this.positions = grown(this.positions, 3 * n);
    this.rotations = grown(this.rotations, 9 * n);
    this.velocities = grown(this.velocities, 3 * n);
    this.angularVelocities = grown(this.angularVelocities, 3 * n);
    this.nextPositions = grown(this.nextPositions, 3 * n);
    this.nextRotations = grown(this.nextRotations, 9 * n);
    this.changes = grown(this.changes, 6 * n);
  }
}

/** A longer copy of a typed array, filled with 0 at its end. */
export function grown<T extends Uint8Array | Int32Array | Uint32Array | Float32Array>(
  old: T,
  length: number,
): T {
  const array = new (old.constructor as new (length: number) => T)(length);
  array.set(old);
  return array;
}

/** The value as a finite float32, within what can be squared. */
export function finite(value: number): number {
  return Number.isFinite(value) ? f(Math.min(LARGEST, Math.max(-LARGEST, value))) : 0;
}

/** The part of a velocity that a damping leaves after one substep. */
function remainder(damping: number): number {
  return f(f(1 - Math.min(1, Math.max(0, finite(damping)))) ** STEP);
}
