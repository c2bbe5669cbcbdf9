/**
 * Rigid bodies and joints as lines in a three.js scene.
 *
 * @module @odori/physics/debug
 */
export { PhysicsHelper } from './physics-helper.js';
