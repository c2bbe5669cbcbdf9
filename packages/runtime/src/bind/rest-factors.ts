import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import type { RigDefinition } from '../rig/rig-definition.js';
import type { RestPose } from './rest-pose.js';

/*
 * Let the rig move what rests in the model by skin = world·T(−rest): R·v + x − R·r for a bone that stands at x, turned by
 * R, and rests at r. An object that rests at the matrix B in the target then has to stand at skin·B.
 *
 * Beside its parent object that is (skin_a·A)⁻¹·skin·B, where the parent object hangs on bone a and rests at A:
 *
 *   local = A⁻¹·(skin_a⁻¹·skin)·B
 *
 * Its turn is rot(A)⁻¹·(R_aᵀ·R)·rot(B). Its position is where B's origin b goes; with e = b − r, which is 0 if the rig was
 * made for this very object,
 *
 *   skin·b = x + R·e,    skin_a⁻¹·v = R_aᵀ·(v − x_a) + r_a
 *   position = A⁻¹·(R_aᵀ·(x + R·e − x_a) + r_a) = lin(A)⁻¹·R_aᵀ·(x + R·e − x_a) + A⁻¹·r_a
 *
 * Where bones rest as MMD's do, A is only T(r_a), and what stays is R_aᵀ·(x − x_a) and R_aᵀ·R.
 *
 * The rig's x, r, e are MMD units, u of the target's own: b = u·(r + e), and u goes with r_a and before lin(A)⁻¹.
 */

/** What of an object's rest goes into where it stands: all that does not change from frame to frame. */
export interface BoneStance {
  /** e, MMD units in the model's axes. */
  readonly offset: Vector3;
  /** u·lin(A)⁻¹ and A⁻¹·u·r_a */
  readonly toParent: Matrix4;
  /** rot(A)⁻¹ */
  readonly before: Quaternion;
  /** rot(B) */
  readonly after: Quaternion;
  /** All of it is nothing. */
  readonly isPlain: boolean;
}

/** An object to be stanced, and the object above that a bone moves. */
export interface Hanging {
  readonly object: Object3D;
  readonly bone: number;
  /** −1: only the target itself is above. */
  readonly anchorBone: number;
  /** A: where the parent object rests in the target. */
  readonly parentMatrix: Matrix4;
}

export function createBoneStance(
  { object, bone, anchorBone, parentMatrix }: Hanging,
  { restPositions }: RigDefinition,
  rest: RestPose,
  unit: number,
): BoneStance {
  const own = rest.matrixOf(object);
  const inverse = parentMatrix.clone().invert();
  const anchorPlace = new Vector3();
  if (anchorBone >= 0) anchorPlace.fromArray(restPositions, 3 * anchorBone).multiplyScalar(unit);
  const toParent = inverse.clone().scale(new Vector3(unit, unit, unit));
  toParent.setPosition(anchorPlace.applyMatrix4(inverse));
  const offset = new Vector3().setFromMatrixPosition(own).divideScalar(unit);
  offset.sub(new Vector3().fromArray(restPositions, 3 * bone));
  const before = rotationOf(inverse);
  const after = rotationOf(own);
  const isPlain =
    [before, after].every(isNoTurn) &&
    isNear(offset.toArray(), [0, 0, 0]) &&
    isNear(toParent.elements, IDENTITY);
  return { offset, toParent, before, after, isPlain };
}

/** Far more than 64 bits leave of an identity, far less than 32 bits do: those are worth the exact way. */
const NOISE = 1e-9;

const IDENTITY = /* @__PURE__ */ [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function isNear(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => Math.abs(value - b[i]) < NOISE);
}

function isNoTurn({ x, y, z }: Quaternion): boolean {
  return isNear([x, y, z], [0, 0, 0]);
}

function rotationOf(matrix: Matrix4): Quaternion {
  const rotation = new Quaternion();
  matrix.decompose(new Vector3(), rotation, new Vector3());
  return rotation;
}
