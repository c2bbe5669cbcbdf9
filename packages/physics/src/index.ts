export type { BodyDefinition, Vector } from './solver/bodies.js';
export type { JointDefinition } from './solver/joints.js';
export { World } from './solver/world.js';
