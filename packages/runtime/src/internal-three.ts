/*
 * Names for Odori's other packages on three alone: not documented, and not covered by semantic versioning.
 */
export { bindOwnBones } from './bind/bind-own-bones.js';
export { BoneGroup } from './bind/bone-group.js';
export { OnDemandBone } from './bind/create-bones.js';
export { copyPose } from './bind/pose-target.js';
export { type Rest, RestPose } from './bind/rest-pose.js';
export { createBakedTrack } from './clip/baked-track.js';
export type { Channel, NumericChannel } from './clip/channel.js';
export { clipDuration } from './clip/create-animation-clip.js';
export { createSampledTrack } from './clip/sampled-track.js';
export { poseChannels } from './clip/target-channels.js';
export { BytesLoader } from './loaders/bytes-loader.js';
export { countItem } from './loaders/fetch-bytes.js';
export { fileBytes } from './loaders/file-bytes.js';
export { fileNameOfUrl, type LoadProblem } from './loaders/load-error.js';
export { askWorker, runInWorker } from './loaders/worker/run-in-worker.js';
export { TaskQueue } from './task-queue.js';
