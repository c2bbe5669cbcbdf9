import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import type { RigDefinition } from '../rig/rig-definition.js';
import type { RestPose } from './rest-pose.js';

/*
 * The rig moves a point that rests in the model by skin = world·T(−rest): R·v + x − R·r for a bone at x with
 * rotation R that rests at r. So an object that rests at the matrix B in the target has to be at skin·B.
 *
 * Relative to its parent object that is (skin_a·A)⁻¹·skin·B, where bone a moves the parent object, which
 * rests at A:
 *
 *   local = A⁻¹·(skin_a⁻¹·skin)·B
 *
 * Its rotation is rot(A)⁻¹·(R_aᵀ·R)·rot(B). Its position is where B's origin b goes; with e = b − r, which is
 * 0 if the rig was made for this very object,
 *
 *   skin·b = x + R·e,    skin_a⁻¹·v = R_aᵀ·(v − x_a) + r_a
 *   position = A⁻¹·(R_aᵀ·(x + R·e − x_a) + r_a) = lin(A)⁻¹·R_aᵀ·(x + R·e − x_a) + A⁻¹·r_a
 *
 * Where bones rest as MMD's do, A is T(r_a), and R_aᵀ·(x − x_a) and R_aᵀ·R remain.
 *
 * The rig's x, r, e are in MMD units, of which each is u units of the target: b = u·(r + e); u goes with r_a
 * and before lin(A)⁻¹.
 */

/** The constant factors of an object's local transform: all that depends on how it rests. */
export interface RestFactors {
  /** e, MMD units in the model's axes. */
  readonly offset: Vector3;
  /** u·lin(A)⁻¹ and A⁻¹·u·r_a */
  readonly toParent: Matrix4;
  /** rot(A)⁻¹ */
  readonly before: Quaternion;
  /** rot(B) */
  readonly after: Quaternion;
  /** All of them are identities: the object rests as MMD's bones do. */
  readonly areIdentity: boolean;
}

/** An object, its bone, and the bone that moves its parent object. */
interface ObjectOfBone {
  readonly object: Object3D;
  readonly bone: number;
  /** −1: only the target itself is above. */
  readonly anchorBone: number;
  /** A: where the parent object rests in the target. */
  readonly parentMatrix: Matrix4;
}

/**
 * Computes the constant factors of an object's local transform, once. `unit`: one MMD unit in the target's
 * units.
 */
export function createRestFactors(
  { object, bone, anchorBone, parentMatrix }: ObjectOfBone,
  { restPositions }: RigDefinition,
  rest: RestPose,
  unit: number,
): RestFactors {
  const own = rest.matrixOf(object);
  const inverse = parentMatrix.clone().invert();
  const anchorPosition = new Vector3();
  if (anchorBone >= 0) anchorPosition.fromArray(restPositions, 3 * anchorBone).multiplyScalar(unit);
  const toParent = inverse.clone().scale(new Vector3(unit, unit, unit));
  toParent.setPosition(anchorPosition.applyMatrix4(inverse));
  const offset = new Vector3().setFromMatrixPosition(own).divideScalar(unit);
  offset.sub(new Vector3().fromArray(restPositions, 3 * bone));
  const before = rotationOf(inverse);
  const after = rotationOf(own);
  const areIdentity =
    [before, after].every(isIdentity) &&
    isNear(offset.toArray(), [0, 0, 0]) &&
    isNear(toParent.elements, IDENTITY);
  return { offset, toParent, before, after, areIdentity };
}

/**
 * Far above the rounding errors of 64 bits and far below those of 32 bits: a rest pose with 32-bit errors
 * uses the exact formula.
 */
const NOISE = 1e-9;

const IDENTITY = /* @__PURE__ */ [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function isNear(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => Math.abs(value - b[i]) < NOISE);
}

function isIdentity({ x, y, z }: Quaternion): boolean {
  return isNear([x, y, z], [0, 0, 0]);
}

function rotationOf(matrix: Matrix4): Quaternion {
  const rotation = new Quaternion();
  matrix.decompose(new Vector3(), rotation, new Vector3());
  return rotation;
}
