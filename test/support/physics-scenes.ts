import type { BodyDefinition, Vector } from '#src/physics/solver/bodies.js';
import type { JointDefinition } from '#src/physics/solver/joints.js';
import { fromQuaternion } from '#src/physics/solver/rotation.js';
import { World } from '#src/physics/solver/world.js';

/** A sphere of radius 1 and mass 1 at the origin, without damping, bounce or friction, that touches everything. */
export function body(changes: Partial<BodyDefinition> = {}): BodyDefinition {
  return {
    shape: 0,
    size: [1, 0, 0],
    position: [0, 0, 0],
    rotation: [0, 0, 0],
    mass: 1,
    linearDamping: 0,
    angularDamping: 0,
    restitution: 0,
    friction: 0,
    group: 0,
    collisionMask: 0xffff,
    ...changes,
  };
}

const ZERO: Vector = [0, 0, 0];

/** A joint at the origin that locks all six axes. */
export function joint(changes: Partial<JointDefinition> = {}): JointDefinition {
  return {
    position: ZERO,
    rotation: ZERO,
    linearLower: ZERO,
    linearUpper: ZERO,
    angularLower: ZERO,
    angularUpper: ZERO,
    linearSpring: ZERO,
    angularSpring: ZERO,
    ...changes,
  };
}

/** A world without ground and, unless it is given, without gravity. */
export function emptyWorld(gravity: Vector = ZERO): World {
  const world = new World();
  world.gravity.set(gravity);
  world.hasGround = false;
  return world;
}

export function positionOf(world: World, number: number): number[] {
  return [...world.bodies.positions.subarray(3 * number, 3 * number + 3)];
}

export function velocityOf(world: World, number: number): number[] {
  return [...world.bodies.velocities.subarray(3 * number, 3 * number + 3)];
}

export function angularVelocityOf(world: World, number: number): number[] {
  return [...world.bodies.angularVelocities.subarray(3 * number, 3 * number + 3)];
}

/** A pose as 16 numbers, column-major, of a position and a quaternion. */
export function matrixOf(
  [x, y, z]: readonly number[],
  quaternion: readonly number[] = [0, 0, 0, 1],
): number[] {
  const m = new Float32Array(9);
  fromQuaternion(Float32Array.from(quaternion), m, 0);
  return [m[0], m[3], m[6], 0, m[1], m[4], m[7], 0, m[2], m[5], m[8], 0, x, y, z, 1];
}
