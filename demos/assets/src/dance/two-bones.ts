import { Matrix4, Quaternion, Vector3 } from 'three';

/** Two bones in a row at rest, such as upper arm and forearm. */
export interface TwoBones {
  /** From the first joint to the second. */
  upper: Vector3;
  /** From the second joint to the end. */
  lower: Vector3;
  /** The axis of the second joint, perpendicular to `upper`. */
  hinge: Vector3;
}

export interface TwoBoneTurns {
  /** In the space of `reach` and `pole`. */
  upper: Quaternion;
  /** Below `upper`. */
  lower: Quaternion;
}

const NEVER_STRAIGHT = 0.992;

/**
 * The rotations that bring the end of two bones to `reach`, relative to the first joint, with the bend
 * towards `pole`.
 */
export function turnTwoBones(bones: TwoBones, reach: Vector3, pole: Vector3): TwoBoneTurns {
  const first = bones.upper.length();
  const second = bones.lower.length();
  const distance = Math.min(reach.length(), (first + second) * NEVER_STRAIGHT);
  const ahead = reach.clone().normalize();
  const aside = pole.clone().addScaledVector(ahead, -pole.dot(ahead)).normalize();
  const cosine = (first ** 2 + distance ** 2 - second ** 2) / (2 * first * distance);
  const angle = Math.acos(Math.max(-1, Math.min(cosine, 1)));
  const upward = ahead.clone().multiplyScalar(Math.cos(angle)).addScaledVector(aside, Math.sin(angle));
  const onward = ahead.clone().multiplyScalar(distance).addScaledVector(upward, -first).normalize();
  const hinge = new Vector3().crossVectors(aside, ahead);
  const upper = frame(upward, hinge).multiply(frame(bones.upper, bones.hinge).invert());
  const bend = upward.angleTo(onward) - bones.upper.angleTo(bones.lower);
  return { upper, lower: new Quaternion().setFromAxisAngle(bones.hinge, bend) };
}

function frame(along: Vector3, hinge: Vector3): Quaternion {
  const x = along.clone().normalize();
  const z = new Vector3().crossVectors(x, hinge).normalize();
  const y = new Vector3().crossVectors(z, x);
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));
}
