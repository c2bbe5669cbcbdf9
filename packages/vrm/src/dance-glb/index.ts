/**
 * MMD models with their dances as GLB files. Needs no three and runs in Node, in workers and in pages.
 *
 * @module @odori/vrm/glb
 */
export { createDanceGlb, type DanceGlb } from './create-dance-glb.js';
