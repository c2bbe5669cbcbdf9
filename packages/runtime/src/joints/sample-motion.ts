import type { Motion } from '../motion/motion.js';
import type { Rig } from '../rig/rig.js';
import { findJoints, type Joint, type JointSet } from './find-joints.js';
import { NUMBERS_PER_JOINT, PoseSampler } from './pose-sampler.js';
import { sampledFrames, type SampleTimes } from './sample-times.js';

/** Options of {@link sampleMotion}. */
export interface SampleMotionOptions extends SampleTimes {
  /** The bones of the result in their order: a set of joints, or names. */
  readonly bones?: JointSet | readonly string[] | undefined; // all bones of the model
}

/**
 * The poses of a motion on a model, after IK and append, as one array: frames × bones × 7, of each bone its
 * position x y z and its rotation x y z w.
 *
 * World positions in the model's space, three's axes, MMD units (about 8 cm); rotations relative to the rest
 * pose, in which every bone has the rotation 0 0 0 1. Physics is not simulated. O(frames · bones); leaves the
 * rig in its last pose.
 *
 * @throws RangeError if the model does not have one of the bones, if an option is no such number, or if the
 * result would have more than 2²⁸ numbers.
 * @example
 * const rig = new Rig(createRigDefinition(parsePmx(modelBytes)));
 * const poses = sampleMotion(Motion.from(parseVmd(motionBytes)), rig, { every: 0.5, bones: 'smpl24' });
 * poses.length / (24 * 7); // → 181: 3 seconds at 60 poses a second
 */
export function sampleMotion(
  motion: Motion,
  rig: Rig,
  { bones, ...times }: SampleMotionOptions = {},
): Float32Array {
  const joints = chooseJoints(rig, bones);
  const stride = NUMBERS_PER_JOINT * joints.length;
  const frames = sampledFrames(motion, times, stride);
  const poses = new Float32Array(stride * frames.length);
  const sampler = new PoseSampler(motion, rig);
  for (const [i, frame] of frames.entries()) {
    sampler.solve(frame);
    sampler.write(joints, 'world', poses, stride * i);
  }
  return poses;
}

/** A bone of a model as a joint of its own. */
export function jointOf(rig: Rig, bone: number): Joint {
  return { name: rig.definition.boneNames[bone], bone, rotation: bone, isMissing: false };
}

function chooseJoints(rig: Rig, bones: JointSet | readonly string[] | undefined): Joint[] {
  if (bones === 'smpl24' || bones === 'humanoid') return findJoints(rig.definition, bones);
  if (bones === undefined) return rig.definition.boneNames.map((_, bone) => jointOf(rig, bone));
  return bones.map((name) => {
    const bone = rig.boneIndex(name);
    if (bone < 0) throw new RangeError(`the model has no bone named "${name}"`);
    return jointOf(rig, bone);
  });
}
