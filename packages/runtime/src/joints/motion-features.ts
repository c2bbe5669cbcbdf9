import { FRAMES_PER_SECOND } from '../motion/frames.js';
import type { Motion } from '../motion/motion.js';
import type { Rig } from '../rig/rig.js';
import { findJoints, type Joint, type JointSet } from './find-joints.js';
import { type ContactOptions, footContacts, footJoints } from './foot-contacts.js';
import { NUMBERS_PER_JOINT, PoseSampler } from './pose-sampler.js';
import { sampledFrames, type SampleTimes } from './sample-times.js';

/** Options of {@link motionFeatures}. */
export interface MotionFeaturesOptions extends SampleTimes {
  readonly joints?: JointSet | undefined; // 'smpl24'
  readonly contacts?: ContactOptions | undefined;
}

/** What models of motion learn from. */
export interface MotionFeatures {
  /** The frame of each pose; 30 per second. */
  readonly frames: Float64Array;
  readonly joints: readonly Joint[];
  /** Frames × joints × 7: position x y z, rotation x y z w. */
  readonly poses: Float32Array;
  /** Frames × joints × 3, MMD units a second: from the pose before to the pose after. */
  readonly velocities: Float32Array;
  /** Frames × 4: 1 where a foot stands; left heel, left toe, right heel, right toe. */
  readonly contacts: Uint8Array;
}

/**
 * Poses, velocities and foot contacts of a motion on a model. Space and units as in {@link sampleMotion},
 * whose errors it throws. O(frames · bones).
 *
 * @example
 * const { contacts } = motionFeatures(motion, rig, { every: 0.5 });
 * contacts.subarray(0, 4); // → [1, 1, 1, 1]: both feet stand in the first pose
 */
export function motionFeatures(
  motion: Motion,
  rig: Rig,
  { joints: set = 'smpl24', contacts, ...times }: MotionFeaturesOptions = {},
): MotionFeatures {
  const joints = findJoints(rig.definition, set);
  const feet = footJoints(rig.definition);
  const stride = NUMBERS_PER_JOINT * joints.length;
  const footStride = NUMBERS_PER_JOINT * feet.length;
  const frames = sampledFrames(motion, times, stride);
  const poses = new Float32Array(stride * frames.length);
  const footPoses = new Float32Array(footStride * frames.length);
  const sampler = new PoseSampler(motion, rig);
  for (const [i, frame] of frames.entries()) {
    sampler.solve(frame);
    sampler.write(joints, 'world', poses, stride * i);
    sampler.write(feet, 'world', footPoses, footStride * i);
  }
  const { every = 1 } = times;
  return {
    frames,
    joints,
    poses,
    velocities: velocitiesOf(poses, joints.length, every / FRAMES_PER_SECOND),
    contacts: footContacts(footPoses, rig.definition, feet, every, contacts),
  };
}

function velocitiesOf(poses: Float32Array, joints: number, seconds: number): Float32Array {
  const stride = NUMBERS_PER_JOINT * joints;
  const count = poses.length / stride;
  const velocities = new Float32Array(3 * joints * count);
  for (let frame = 0; frame < count; frame++) {
    const before = Math.max(frame - 1, 0);
    const after = Math.min(frame + 1, count - 1);
    const passed = Math.max(after - before, 1) * seconds;
    for (let joint = 0; joint < joints; joint++) {
      for (let axis = 0; axis < 3; axis++) {
        const at = NUMBERS_PER_JOINT * joint + axis;
        const way = poses[stride * after + at] - poses[stride * before + at];
        velocities[3 * (joints * frame + joint) + axis] = way / passed;
      }
    }
  }
  return velocities;
}
