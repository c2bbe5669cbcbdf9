import type { BodyDefinition, Vector } from '#src/physics/solver/bodies.js';
import type { JointDefinition } from '#src/physics/solver/joints.js';
import { fromQuaternion } from '#src/physics/solver/rotation.js';
import { World } from '#src/physics/solver/world.js';

/**
 * A sphere of radius 1 and mass 1 at the origin, without damping, bounce or friction, that touches
 * everything.
 */
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

/** Everything that moves, as a hash (FNV-1a) of its bytes. */
export function stateOf({ bodies }: World): number {
  let hash = 0x811c9dc5;
  for (const name of ['positions', 'rotations', 'velocities', 'angularVelocities'] as const) {
    const array = bodies[name];
    for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) {
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
  }
  return hash >>> 0;
}

/** The state of {@link createPile} after 300 substeps, wherever it runs. */
export const PILE_STATE = 3921204025;

/** A small pile of all shapes, with a chain above it. */
export function createPile(): World {
  const world = new World();
  const shapes = [
    { shape: 0, size: [0.6, 0, 0] as const },
    { shape: 1, size: [0.5, 0.4, 0.6] as const },
    { shape: 2, size: [0.4, 0.8, 0] as const },
  ];
  for (let i = 0; i < 12; i++) {
    const position: Vector = [0.3 * Math.sin(i), 1 + 1.3 * i, 0.3 * Math.cos(i)];
    const changes = { ...shapes[i % 3], position, rotation: [0.1 * i, 0.2 * i, 0.3 * i] as const };
    world.addBody(body({ ...changes, friction: 0.5, restitution: 0.2, angularDamping: 0.3 }), true);
  }
  for (let i = 9; i < 12; i++) {
    const limits = { angularLower: [-1, -1, -1], angularUpper: [1, 1, 1], angularSpring: [5, 5, 5] } as const;
    world.addJoint(joint({ ...limits, position: [0, 0.4 + 1.3 * i, 0] }), i, i + 1);
  }
  return world;
}
