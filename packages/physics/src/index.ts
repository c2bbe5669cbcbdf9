export type { Bodies, BodyDefinition, Vector } from './solver/bodies.js';
export type { JointDefinition } from './solver/joints.js';
export type { Manifolds } from './solver/manifolds.js';
export { World } from './solver/world.js';
