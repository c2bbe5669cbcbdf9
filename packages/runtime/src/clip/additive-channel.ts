import { Quaternion } from 'three';
import { CHANNEL_SIZES, type NumericChannel } from './channel.js';

/**
 * The same channel relative to its own value at `referenceFrame`: what an additive action adds to the pose below it.
 *
 * As three's makeClipAdditive has it: vectors and numbers minus the reference, quaternions reference⁻¹ · q, which the
 * mixer puts behind the pose, pose · reference⁻¹ · q.
 */
export function additiveChannel(channel: NumericChannel, referenceFrame: number): NumericChannel {
  const { kind, sample } = channel;
  const size = CHANNEL_SIZES[kind];
  const reference = new Float64Array(size);
  sample(referenceFrame, reference);
  if (kind === 'quaternion') {
    const inverse = new Quaternion().fromArray(reference).normalize().conjugate().toArray();
    return {
      ...channel,
      sample: (frame, out, cursor) => {
        sample(frame, out, cursor);
        Quaternion.multiplyQuaternionsFlat(out as number[], 0, inverse, 0, out as number[], 0);
      },
    };
  }
  return {
    ...channel,
    sample: (frame, out, cursor) => {
      sample(frame, out, cursor);
      for (let i = 0; i < size; i++) out[i] -= reference[i];
    },
  };
}
