import { FRAMES_PER_SECOND } from '../motion/frames.js';
import type { RigDefinition } from '../rig/rig-definition.js';
import { findJoints, type Joint } from './find-joints.js';
import { NUMBERS_PER_JOINT } from './pose-sampler.js';

/** When a foot counts as standing on the floor. */
export interface ContactOptions {
  /** How far heel and toes may be above their place at rest, in MMD units. */
  readonly height?: number | undefined; // 0.75: 6 cm
  /** How fast they may move, in MMD units a second. */
  readonly speed?: number | undefined; // 4: 0.3 m/s
}

const HEIGHT = 0.75;
const SPEED = 4;

/** The columns of contacts, in their order. The heel is the ankle, which is above it. */
export const FOOT_CONTACTS = ['left_heel', 'left_toe', 'right_heel', 'right_toe'] as const;

const JOINTS = ['left_ankle', 'left_foot', 'right_ankle', 'right_foot'];

/** The joints of {@link FOOT_CONTACTS}. */
export function footJoints(definition: RigDefinition): Joint[] {
  const joints = findJoints(definition, 'smpl24');
  return JOINTS.map((name) => joints.find((joint) => joint.name === name)!);
}

/**
 * Which feet stand: frames × 4 numbers, 1 where one stands. A foot that the model does not have never does.
 *
 * @param feet the poses of {@link footJoints}, frames × 4 × {@link NUMBERS_PER_JOINT}
 * @param every frames from one pose to the next
 */
export function footContacts(
  feet: Float32Array | Float64Array,
  { restPositions }: RigDefinition,
  joints: readonly Joint[],
  every: number,
  { height = HEIGHT, speed = SPEED }: ContactOptions = {},
): Uint8Array<ArrayBuffer> {
  const stride = NUMBERS_PER_JOINT * joints.length;
  const count = feet.length / stride;
  const contacts = new Uint8Array(count * joints.length);
  for (let frame = 0; frame < count; frame++) {
    const before = Math.max(frame - 1, 0);
    const after = Math.min(frame + 1, count - 1);
    const seconds = ((after - before) * every) / FRAMES_PER_SECOND;
    for (const [foot, { bone, isMissing }] of joints.entries()) {
      const at = stride * frame + NUMBERS_PER_JOINT * foot;
      const way = distance(feet, at + stride * (before - frame), at + stride * (after - frame));
      const isLow = feet[at + 1] <= restPositions[3 * bone + 1] + height;
      if (!isMissing && isLow && way <= speed * seconds) contacts[joints.length * frame + foot] = 1;
    }
  }
  return contacts;
}

function distance(points: Float32Array | Float64Array, a: number, b: number): number {
  return Math.hypot(points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]);
}
