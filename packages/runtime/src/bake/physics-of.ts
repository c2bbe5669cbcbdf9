import { findTrack } from '../motion/names.js';
import { sampleBonePhysics } from '../motion/sample-bone.js';
import type { PoseSource } from './pose-source.js';

/** The physics switch of each bone's keyframes: that of the motion, unless the source says otherwise. */
export function physicsOf(source: PoseSource): (bone: number, frame: number) => boolean {
  if (source.hasPhysics) return (bone, frame) => source.hasPhysics!(bone, frame);
  const { boneNames } = source.rig.definition;
  const tracks = boneNames.map((name) => findTrack(source.motion.bones, name));
  return (bone, frame) => {
    const track = tracks[bone];
    return track ? sampleBonePhysics(track, frame) !== 0 : true;
  };
}
