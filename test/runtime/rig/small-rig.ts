import { createPmx, createPmxBone, type Pmx, type PmxBone } from '@odori/format';
import { createRigDefinition, Rig, type RigOptions } from '@odori/runtime/rig';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { expect } from 'vitest';

/** A rig of a few bones of a PMX, in MMD's space. */
export function rigOf(bones: Partial<PmxBone>[], content: Partial<Pmx> = {}, options?: RigOptions): Rig {
  return new Rig(createRigDefinition(createPmx({ bones: bones.map(createPmxBone), ...content })), options);
}

/** The functions below read and write a rig with three's own maths, in three's space. */
export function setTurn(rig: Rig, bone: number, turn: Quaternion): void {
  turn.toArray(rig.pose.rotations, 4 * bone);
}

export function setMove(rig: Rig, bone: number, x: number, y: number, z: number): void {
  rig.pose.translations.set([x, y, z], 3 * bone);
}

export function solve(rig: Rig): Rig {
  rig.solve();
  rig.solveAfterPhysics();
  return rig;
}

export function worldOf(rig: Rig, bone: number): Matrix4 {
  return new Matrix4().fromArray(rig.worldMatrices, 16 * bone);
}

export function placeOf(rig: Rig, bone: number): Vector3 {
  return new Vector3().setFromMatrixPosition(worldOf(rig, bone));
}

export function worldTurnOf(rig: Rig, bone: number): Quaternion {
  return new Quaternion().setFromRotationMatrix(worldOf(rig, bone));
}

/** A bone's rotation beside its parent. */
export function turnOf(rig: Rig, bone: number): Quaternion {
  const parent = rig.definition.parents[bone];
  const turn = worldTurnOf(rig, bone);
  return parent < 0 ? turn : turn.premultiply(worldTurnOf(rig, parent).invert());
}

/** Degrees about an axis. */
export function about(x: number, y: number, z: number, degrees: number): Quaternion {
  return new Quaternion().setFromAxisAngle(new Vector3(x, y, z).normalize(), (degrees * Math.PI) / 180);
}

/** S·R·S: a rotation of MMD's space in three's, and back. */
export function mirrored([x, y, z, w]: readonly number[]): Quaternion {
  return new Quaternion(-x, -y, z, w);
}

/** Compares rotations: q and −q are one. */
export function expectTurn(actual: Quaternion, expected: Quaternion, tolerance = 1e-9): void {
  const sign = actual.dot(expected) < 0 ? -1 : 1;
  const worst = Math.max(
    ...actual.toArray().map((value, i) => Math.abs(sign * value - expected.toArray()[i])),
  );
  expect(worst, `${actual.toArray().join()} against ${expected.toArray().join()}`).toBeLessThanOrEqual(
    tolerance,
  );
}

export function expectPlace(
  actual: Vector3,
  expected: Vector3 | [number, number, number],
  tolerance = 1e-9,
): void {
  const to = Array.isArray(expected) ? new Vector3(...expected) : expected;
  expect(
    actual.distanceTo(to),
    `${actual.toArray().join()} against ${to.toArray().join()}`,
  ).toBeLessThanOrEqual(tolerance);
}
