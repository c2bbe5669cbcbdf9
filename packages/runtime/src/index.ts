/**
 * Motion on three.js: player, rig, clips, camera, light. Exports all names of `motion`, `rig` and `bake`,
 * too.
 *
 * @module @odori/runtime
 */
export {
  type BakedMotion,
  bakeMotion,
  type BakeMotionOptions,
  type BakeTolerance,
  type PoseSource,
} from './bake/index.js';
export type { SongBeats } from './beats/beats-of-onsets.js';
export { findBeats } from './beats/find-beats.js';
export { bindObject, type ObjectBinding } from './bind/bind-object.js';
export { createBones } from './bind/create-bones.js';
export { createPoseTarget, type PoseTarget } from './bind/pose-target.js';
export { readSkeletonDefinition } from './bind/read-skeleton-definition.js';
export { applyCameraPose } from './camera-light/apply-camera-pose.js';
export { eyeHeight, filmedEyeHeight } from './camera-light/eye-height.js';
export { type Focus, focusOn, type FocusTarget } from './camera-light/focus-on.js';
export { MmdShadow } from './camera-light/mmd-shadow.js';
export { MotionCamera, type MotionCameraOptions } from './camera-light/motion-camera.js';
export { MotionLight } from './camera-light/motion-light.js';
export { MotionHandOver, OrbitHandOver } from './camera-light/orbit-hand-over.js';
export { createAnimationClip } from './clip/create-animation-clip.js';
export { createCameraClip } from './clip/create-camera-clip.js';
export { fetchBytes, type FetchOptions, type RequestSettings } from './loaders/fetch-bytes.js';
export { LoadError } from './loaders/load-error.js';
export { loadMotion, type LoadMotionOptions, type MotionSource } from './loaders/load-motion.js';
export { VMDLoader, VPDLoader } from './loaders/motion-loaders.js';
export type { PlayerPoses } from './player/player-poses.js';
export type { WorkerUse } from './loaders/worker/run-in-worker.js';
export {
  type AmbiguousName,
  type BoneTrack,
  type CameraPose,
  type CameraTrack,
  createCameraPose,
  curveWeight,
  FRAMES_PER_SECOND,
  type HelpedName,
  KeyCursor,
  type LightTrack,
  matchTracks,
  type MorphTrack,
  Motion,
  type MotionNote,
  type NameHelp,
  type NameMatch,
  type NameOptions,
  type NameRule,
  type PropertyTrack,
  sampleBone,
  sampleCamera,
  sampleLight,
  sampleMorph,
  sampleProperty,
  sampleSelfShadow,
  secondsToFrame,
  type SelfShadowTrack,
  toVmd,
  type TrackMatch,
  type TrackName,
  withFirstKeys,
  type Writable,
} from './motion/index.js';
export type { PlayerMedia } from './player/media-clock.js';
export type { BoneMask } from './player/body-part.js';
export type { Adjust, AdjustClock } from './player/frame-poser.js';
export type { PerformOptions, PerformResult } from './player/gesture.js';
export { MotionPlayer } from './player/motion-player.js';
export type { Playable, PoseAt, RigPlayable, SampledPlayable } from './player/playable.js';
export type { AddOptions } from './player/player-entries.js';
export type { LoopRange, MotionJumpEvent } from './player/timeline.js';
export {
  bindMotion,
  type BindOptions,
  createRigDefinition,
  type ExternalParent,
  type HeldBones,
  type IkDefinition,
  type MissingNames,
  type MorphDefinition,
  type MotionBinding,
  multiplyRotations,
  type NameReport,
  noticeableMissing,
  type NoticeableNames,
  Rig,
  type RigBone,
  type RigDefinition,
  type RigOptions,
  type RigPose,
  type RigSource,
  rotateVector,
} from './rig/index.js';
