import type { Rig } from '@odori/runtime';
import { Euler, MathUtils, Matrix4, Quaternion, Vector3 } from 'three';

/** A place or a move in MMD units, and a turn in degrees (Rx·Ry·Rz, so that a knee may bend beyond 90°); three's space. */
export interface BoneValues {
  position: Vector3;
  degrees: Vector3;
}

export interface AllBoneValues {
  /** What the motion says, from rest. */
  motion: BoneValues;
  /** What the solver made of it, from rest, beside the parent. */
  local: BoneValues;
  /** Where it is in the model. */
  world: BoneValues;
}

const euler = /* @__PURE__ */ new Euler();

export function boneValues({ pose, definition, worldMatrices }: Rig, bone: number): AllBoneValues {
  const move = new Vector3().fromArray(pose.translations, 3 * bone);
  const turn = new Quaternion().fromArray(pose.rotations, 4 * bone);
  const world = worldOf(worldMatrices, bone);
  const parent = definition.parents[bone];
  const local = parent < 0 ? world.clone() : worldOf(worldMatrices, parent).invert().multiply(world);
  const localValues = valuesOf(local);
  localValues.position.sub(new Vector3().fromArray(definition.restOffsets, 3 * bone));
  return { motion: { position: move, degrees: degreesOf(turn) }, local: localValues, world: valuesOf(world) };
}

function worldOf(matrices: Float64Array, bone: number): Matrix4 {
  return new Matrix4().fromArray(matrices, 16 * bone);
}

function valuesOf(matrix: Matrix4): BoneValues {
  const position = new Vector3();
  const turn = new Quaternion();
  matrix.decompose(position, turn, new Vector3());
  return { position, degrees: degreesOf(turn) };
}

function degreesOf(turn: Quaternion): Vector3 {
  const { x, y, z } = euler.setFromQuaternion(turn, 'XYZ');
  return new Vector3(x, y, z).multiplyScalar(MathUtils.RAD2DEG);
}
