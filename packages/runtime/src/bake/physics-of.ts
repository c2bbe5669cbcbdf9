import { findTrack } from '../motion/names.js';
import { sampleBonePhysics } from '../motion/sample-bone.js';
import type { PoseSource } from './pose-source.js';

/** The physics switch of each bone's keyframes: that of the motion, or off. */
export function physicsOf(source: PoseSource): (bone: number, frame: number) => boolean {
  const { motion, rig, withoutPhysics } = source;
  const tracks = rig.definition.boneNames.map((name) => findTrack(motion.bones, name));
  return (bone, frame) => {
    if (withoutPhysics?.has(bone)) return false;
    const track = tracks[bone];
    return track ? sampleBonePhysics(track, frame) !== 0 : true;
  };
}
