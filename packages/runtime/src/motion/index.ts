export {
  type CameraPose,
  createCameraPose,
  sampleCamera,
  sampleLight,
  sampleMorph,
  sampleProperty,
  sampleSelfShadow,
} from './sample.js';
export { type CurveSolver, curveWeight, solveAsMmd } from './curve-weight.js';
export { findKey, KeyCursor, segmentFraction } from './key-cursor.js';
export { Motion } from './motion.js';
export type { MotionNote, MotionNoteCode } from './motion-report.js';
export { sampleBone, sampleBonePhysics, type Writable } from './sample-bone.js';
export { FRAMES_PER_SECOND, secondsToFrame } from './frames.js';
export { toVmd, type ToVmdOptions } from './to-vmd.js';
export { findTrack } from './names.js';
export type {
  BoneTrack,
  CameraTrack,
  LightTrack,
  MorphTrack,
  PropertyTrack,
  SelfShadowTrack,
} from './tracks.js';
export { withFirstKeys } from './with-first-keys.js';
export { flipCameraAngles, flipPositions, flipRotations } from '../space.js';
