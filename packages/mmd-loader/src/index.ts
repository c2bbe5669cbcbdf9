/**
 * The names and call shapes of three.js r171's MMD modules, on Odori: a bridge for old pages.
 *
 * @module @odori/mmd-loader
 */
export type { AudioManager, AudioManagerParameter } from './audio-manager.js';
export {
  MMDAnimationHelper,
  type MMDAnimationHelperAddParameter,
  type MMDAnimationHelperMixer,
  type MMDAnimationHelperParameter,
  type MMDAnimationHelperPoseParameter,
} from './mmd-animation-helper.js';
export {
  type AnimationBuilder,
  type MeshBuilder,
  MMDLoader,
  type MMDLoaderAnimationObject,
  type MMDLoaderCallbacks,
  modelOf,
} from './mmd-loader.js';
export {
  type Constraint,
  MMDPhysics,
  MMDPhysicsHelper,
  type MMDPhysicsParameter,
  type RigidBody,
} from './mmd-physics.js';
export type { BoneParameters, GrantParameters, IkParameters, MmdUserData } from './mmd-user-data.js';
export type { ConstraintParameters, RigidBodyParameters } from './body-parameters.js';
export type { ParsedPose } from './parsed/parsed-motion.js';
export { CCDIKSolver, type GrantSolver } from './solvers.js';
export { Ammo } from './stand-in-ammo.js';
