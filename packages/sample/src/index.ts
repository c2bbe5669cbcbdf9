export { camera, dance, dancer, dancerVrm, gestures, idles, poses, song } from './files.js';
