/**
 * VRM animations (VRMA): written of motions of MMD, and read. Needs no three and runs in Node and in workers.
 *
 * @module @odori/vrm/vrma
 */
export { bakeVrmAnimation } from './bake-vrm-animation.js';
export { motionOfVrmAnimation } from './motion-of-vrm-animation.js';
export { parseVrma } from './parse-vrma.js';
export { serializeVrma } from './serialize-vrma.js';
export type { VrmAnimation, VrmTrack } from './vrm-animation.js';
