/**
 * The addresses of our sample files. Needs nothing.
 *
 * @module @odori/sample
 */
export { camera, dance, dancer, dancerVrm, gestures, idles, poses, song, stage } from './files.js';
