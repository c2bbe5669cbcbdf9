/** Files as data, in the shape of mmd-parser. It is loaded with the first of them. */
export { parsedModel } from './parsed-model.js';
export { parsedMotion } from './parsed-motion.js';
export { parsedPose } from './parsed-pose.js';
