import { Quaternion, Vector3 } from 'three';
import type { Rest } from '../bind/rest-pose.js';
import type { NumericChannel } from './channel.js';

/*
 * MMD's bones rest with the axes of the model; a move t and a turn q are in these axes. Other bones rest turned: let P be
 * the rest rotation of the parent in the model's axes, and (p0, r0) the bone's own rest beside it. Its rest rotation in
 * the model's axes is B = P·r0.
 *
 * Let MMD's hierarchy turn the parent by W, and so the bone by W·q. Bones that rest turned show the same when they stand
 * at W·P and W·q·B. So beside its parent
 *
 *   quaternion = (W·P)⁻¹ · W·q·B = P⁻¹·q·P·r0
 *
 * The way from the parent to the bone is, in the model's axes, P·p0 + t before W turns it; seen from the parent
 *
 *   position = P⁻¹·(P·p0 + t) = p0 + P⁻¹·t          divided by the parent's scale where it has one
 */

/** A move from rest as the bone's position beside its parent: p0 + P⁻¹·t. */
export function restedPosition(channel: NumericChannel, rest: Rest): NumericChannel {
  const { sample } = channel;
  const { x, y, z } = rest.position;
  const unit = Math.abs(rest.parentScale - 1) < NOISE ? 1 : rest.parentScale;
  const isTurned = !isIdentity(rest.parentRotation);
  if (!isTurned && unit === 1) {
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
  const move = new Vector3();
  return {
    ...channel,
    unit,
    sample: (frame, out, cursor) => {
      sample(frame, out, cursor);
      move.set(out[0], out[1], out[2]).applyQuaternion(inverse).divideScalar(unit);
      out[0] = x + move.x;
      out[1] = y + move.y;
      out[2] = z + move.z;
    },
  };
}

/** A turn from rest as the bone's quaternion beside its parent: P⁻¹·q·(P·r0). */
export function restedRotation(channel: NumericChannel, rest: Rest): NumericChannel {
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

/** What matrices of 32 bits leave of an identity. */
const NOISE = 1e-6;

function isIdentity({ x, y, z }: Quaternion): boolean {
  return Math.abs(x) < NOISE && Math.abs(y) < NOISE && Math.abs(z) < NOISE;
}
