/**
 * Physics of hair and clothes, as in MMD: rigid bodies, joints and MMD's rules. Needs no three and runs in
 * Node and in workers.
 *
 * @module @odori/physics
 */
export type { BodyState } from './body-state.js';
export type { PhysicsBackend, PhysicsWorld } from './backend.js';
export type { Placement } from './mmd-space.js';
export type { PhysicsModel } from './body-simulation.js';
export type { Grab } from './shared/grab.js';
export type { GuestBody } from './shared/guests.js';
export type { Ray } from './shared/body-search.js';
export {
  createPhysicsWorld,
  type GrabOptions,
  type Joinable,
  type PhysicsWorldOptions,
  type SharedWorld,
} from './shared/shared-world.js';
export type { PhysicsMode, PhysicsOptions } from './physics-options.js';
export { createPhysics, Physics } from './physics.js';
export type { Bodies, BodyDefinition, Vector } from './solver/bodies.js';
export type { JointDefinition } from './solver/joints.js';
export type { Manifolds } from './solver/manifolds.js';
export { World } from './solver/world.js';
