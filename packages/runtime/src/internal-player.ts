/*
 * How a player poses a rig, for Odori's other packages alone: not documented, and not covered by semantic
 * versioning. Needs no three.
 */
export { dataOfMotion, motionOfData, type MotionData } from './motion/motion-data.js';
export { IDLE, MOTION, type PlayedMotion, type PlayerTimes } from './player/crossfade.js';
export type { TimeStep } from './player/frame-poser.js';
export { PlayerEntry } from './player/player-entries.js';
export type { PlayerPoses, RemotePoser } from './player/player-poses.js';
