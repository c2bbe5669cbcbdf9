export { bindMotion, type MissingNames, type MotionBinding } from './bind-motion.js';
export { createRigDefinition, type RigSource } from './create-rig-definition.js';
export { Rig } from './rig.js';
export type { RigDefinition } from './rig-definition.js';
export { RigPose } from './rig-pose.js';
export type { RigOptions } from './rig-state.js';
