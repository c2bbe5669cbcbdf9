import { Quaternion, Vector3 } from 'three';
import { VALUE_SIZES } from '../bake/straight.js';
import type { Rest } from '../bind/rest-pose.js';
import type { NumericChannel } from './channel.js';

/*
 * MMD's bones rest with the axes of the model, and a translation t and a rotation q are in these axes. Other
 * bones have a rest rotation: let P be that of the parent in the model's axes, and (p0, r0) the bone's own
 * rest position and rotation relative to its parent. Its rest rotation in the model's axes is B = P·r0.
 *
 * Let MMD's hierarchy rotate the parent by W, and so the bone by W·q. Bones with rest rotations show the same
 * pose at W·P and W·q·B. The bone's quaternion relative to its parent is therefore
 *
 *   quaternion = (W·P)⁻¹ · W·q·B = P⁻¹·q·P·r0
 *
 * Before W rotates it, the vector from the parent to the bone is P·p0 + t in the model's axes. In the
 * parent's axes it is
 *
 *   position = P⁻¹·(P·p0 + t) = p0 + P⁻¹·t          divided by the parent's scale where it has one
 */

/** Turns a translation from rest into the bone's position relative to its parent: p0 + P⁻¹·t. */
export function toLocalPosition(channel: NumericChannel, rest: Rest): NumericChannel {
  const { sample } = channel;
  const { x, y, z } = rest.position;
  const unit = Math.abs(rest.parentScale - 1) < NOISE ? 1 : rest.parentScale;
  const hasRestRotation = !isIdentity(rest.parentRotation);
  if (!hasRestRotation && unit === 1) {
    return {
      ...channel,
      sample: (frame, out, cursor) => {
        sample(frame, out, cursor);
        out[0] += x;
        out[1] += y;
        out[2] += z;
      },
    };
  }
  const inverse = rest.parentRotation.clone().conjugate();
  const translation = new Vector3();
  return {
    ...channel,
    unit,
    sample: (frame, out, cursor) => {
      sample(frame, out, cursor);
      translation.set(out[0], out[1], out[2]).applyQuaternion(inverse).divideScalar(unit);
      out[0] = x + translation.x;
      out[1] = y + translation.y;
      out[2] = z + translation.z;
    },
  };
}

/** Turns a rotation from rest into the bone's quaternion relative to its parent: P⁻¹·q·(P·r0). */
export function toLocalRotation(channel: NumericChannel, rest: Rest): NumericChannel {
  if (isIdentity(rest.parentRotation) && isIdentity(rest.rotation)) return channel;
  const { sample } = channel;
  const before = rest.parentRotation.clone().conjugate().toArray();
  const after = rest.parentRotation.clone().multiply(rest.rotation).toArray();
  return {
    ...channel,
    sample: (frame, out, cursor) => {
      sample(frame, out, cursor);
      const q = out as number[];
      Quaternion.multiplyQuaternionsFlat(q, 0, before, 0, q, 0);
      Quaternion.multiplyQuaternionsFlat(q, 0, q, 0, after, 0);
    },
  };
}

/** The rounding errors that 32-bit matrices add to an identity. */
const NOISE = 1e-6;

function isIdentity({ x, y, z }: Quaternion): boolean {
  return Math.abs(x) < NOISE && Math.abs(y) < NOISE && Math.abs(z) < NOISE;
}

/**
 * The same channel relative to its own value at `referenceFrame`: the value that an additive action adds to a
 * pose.
 *
 * Equal to three's makeClipAdditive: vectors and numbers minus the reference, quaternions reference⁻¹ · q,
 * which the mixer multiplies to the pose, pose · reference⁻¹ · q.
 */
export function additiveChannel(channel: NumericChannel, referenceFrame: number): NumericChannel {
  const { kind, sample } = channel;
  const size = VALUE_SIZES[kind];
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
