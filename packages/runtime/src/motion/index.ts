/**
 * Motions, sampled at any time. Needs no three: for Node and workers too.
 *
 * @module @odori/runtime/motion
 */
export { type CameraPose, createCameraPose } from './camera-pose.js';
export { type CurveSolver, curveWeight, solveAsMmd } from './curve-weight.js';
export { findKey, KeyCursor, segmentFraction } from './key-cursor.js';
export { Motion } from './motion.js';
export type { MotionNote, MotionNoteCode } from './motion-report.js';
export { sampleBone, sampleBonePhysics, type Writable } from './sample-bone.js';
export { sampleCamera } from './sample-camera.js';
export { sampleLight, sampleSelfShadow } from './sample-light.js';
export { sampleMorph } from './sample-morph.js';
export { sampleProperty } from './sample-property.js';
export { FRAMES_PER_SECOND, secondsToFrame } from './seconds-to-frame.js';
export { toVmd, type ToVmdOptions } from './to-vmd.js';
export { findTrack } from './track-name.js';
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
