/**
 * Motions, sampled at any time. Needs no three and runs in Node and in workers.
 *
 * @module @odori/runtime/motion
 */
export { curveWeight } from './curve-weight.js';
export { FRAMES_PER_SECOND, secondsToFrame } from './frames.js';
export { KeyCursor } from './key-cursor.js';
export { Motion } from './motion.js';
export type { MotionNote } from './motion-report.js';
export {
  type AmbiguousName,
  type HelpedName,
  matchTracks,
  type NameMatch,
  type NameOptions,
  type TrackMatch,
} from './match-tracks.js';
export type { NameHelp, NameRule } from './model-names.js';
export type { TrackName } from './names.js';
export {
  type CameraPose,
  createCameraPose,
  sampleCamera,
  sampleLight,
  sampleMorph,
  sampleProperty,
  sampleSelfShadow,
} from './sample.js';
export { sampleBone, type Writable } from './sample-bone.js';
export { toVmd } from './to-vmd.js';
export type {
  BoneTrack,
  CameraTrack,
  LightTrack,
  MorphTrack,
  PropertyTrack,
  SelfShadowTrack,
} from './tracks.js';
export { withFirstKeys } from './with-first-keys.js';
