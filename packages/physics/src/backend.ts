import type { BodyDefinition } from './solver/bodies.js';
import type { JointDefinition } from './solver/joints.js';
import { World } from './solver/world.js';

/**
 * What MMD's rules need of a physics engine. Bodies are numbered from 1; 0 is the ground. Matrices have 16
 * numbers, column by column. Everything is in MMD's left-handed space and units. {@link World} implements it.
 */
export interface PhysicsWorld {
  /** Units per second². */
  readonly gravity: Float32Array;
  /** Whether the plane y = 0 holds bodies. */
  hasGround: boolean;
  /** Seconds of a substep, 1/60 at first. Leave it out if the engine cannot change it. */
  substep?: number;
  /** Three numbers per body, the ground included: its center. */
  readonly positions: Float32Array;
  /** Adds a body at rest, and gives its number. */
  addBody(definition: BodyDefinition, dynamic: boolean): number;
  /** Adds a joint between two bodies in their current poses. */
  addJoint(definition: JointDefinition, bodyA: number, bodyB: number): number;
  /** Lets forces move a body that was added as dynamic, or stops that. */
  setDynamic(body: number, dynamic: boolean): void;
  /** Puts a body that is not dynamic here in the next substep, with the velocity of that move. */
  moveBody(body: number, matrix: ArrayLike<number>): void;
  /** Puts a body here at once, at rest. */
  placeBody(body: number, matrix: ArrayLike<number>): void;
  /**
   * Moves a body at once, together with its carrier, the body that it hangs on. It keeps the part `kept` of
   * its velocity relative to the carrier, whose own velocity counts `shared` times. An engine without this
   * method gets `placeBody` instead: the body is then at rest.
   */
  carryBody?(body: number, matrix: ArrayLike<number>, carrier: number, kept: number, shared: number): void;
  /** Forgets the contacts of earlier substeps, after all bodies were placed. */
  forgetContacts(): void;
  /** Writes the pose of a body. */
  readPose(body: number, out: Float64Array): void;
  /** Moves everything by one substep. */
  step(): void;
  /** Frees the engine. Nothing else is called afterwards. */
  dispose?(): void;
}

/**
 * A physics engine for `createPhysics`. It makes one world for each model.
 *
 * @example
 * const still = { createWorld: () => Object.assign(new World(), { step() {} }) }; // nothing ever moves
 * const physics = await createPhysics(pmx, rig, { backend: still });
 */
export interface PhysicsBackend {
  createWorld(): PhysicsWorld | Promise<PhysicsWorld>;
}

/** The engine of this package. */
export const BULLET_275: PhysicsBackend = { createWorld: () => new World() };
