/**
 * Hair and clothes as ordinary keyframes, for players without physics. Needs no three and runs in Node and in
 * workers.
 *
 * @module @odori/physics/bake
 */
export { type BakedPhysics, bakePhysics, type BakePhysicsOptions } from './bake-physics.js';
export { simulateDance, type SimulateDanceOptions } from './simulate-dance.js';
