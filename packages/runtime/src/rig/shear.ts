import type { IkLink } from './rig-definition.js';
import type { RigState } from './rig-state.js';
import { invert, multiply, rotateVector, writeRotation } from '../rotation.js';

/*
 * The knee of a PMD that would bend forwards is reflected, and MMD reflects it in two ways: in its quaternion
 * the sign of x changes, in its matrix the signs of the elements 1,2 and 2,1 (row, column). Both are the same
 * only where y and z are 0. Otherwise the matrix is no longer a rotation, nor are the matrices of all bones
 * that hang on the knee. These bones have their matrices in `shearedMatrices`, and beside them, in
 * `worldRotations`, the rotations by the quaternions alone.
 */

/**
 * Updates whether a bone is sheared, as a reflected knee or because it hangs on one, and its matrix if it is.
 */
export function updateShear(state: RigState, bone: number): void {
  const { parents, isReflected, isSheared } = state;
  const parent = parents[bone];
  isSheared[bone] = parent >= 0 ? isReflected[bone] | isSheared[parent] : isReflected[bone];
  if (isSheared[bone] === 1) updateMatrix(state, bone);
}

function updateMatrix(state: RigState, bone: number): void {
  const { parents, localRotations, worldRotations, isReflected, isSheared, shearedMatrices } = state;
  const parent = parents[bone];
  const reflected = isReflected[bone];
  const inherited = parent >= 0 ? isSheared[parent] : 0;
  const m = 12 * bone;
  invert(localRotations, 4 * bone, rotation, 0);
  multiply(worldRotations, 4 * bone, rotation, 0, parentRotation, 0);
  invert(rotation, 0, rotation, 0);
  if (reflected === 1) rotation[0] = -rotation[0];
  writeRotation(rotation, 0, shearedMatrices, m);
  if (reflected === 1) {
    shearedMatrices[m + 6] = -shearedMatrices[m + 6];
    shearedMatrices[m + 9] = -shearedMatrices[m + 9];
  }
  let square = 0;
  for (let i = m; i < m + 12; i += 4) {
    if (inherited === 1) transform(shearedMatrices, 12 * parent, shearedMatrices, i, 1, 4);
    else rotateVector(parentRotation, 0, shearedMatrices, i, shearedMatrices, i);
    square += shearedMatrices[i] ** 2 + shearedMatrices[i + 1] ** 2 + shearedMatrices[i + 2] ** 2;
  }
  if (square > MAX_SQUARE) isSheared[bone] = 0;
}

const rotation = /* @__PURE__ */ new Float64Array(4);
const parentRotation = /* @__PURE__ */ new Float64Array(4);

/**
 * Thousands of knees on each other would shear their bones to infinity. No knee of a model comes near this.
 */
const MAX_SQUARE = 1e6;

/** The position of a bone relative to its sheared parent, in the axes of the model's space. */
export function placeInSheared(state: RigState, bone: number): void {
  const { parents, localPositions, worldPositions, shearedMatrices } = state;
  for (let i = 3 * bone; i < 3 * bone + 3; i++) worldPositions[i] = localPositions[i];
  transform(shearedMatrices, 12 * parents[bone], worldPositions, 3 * bone, 1, 4);
}

/**
 * Brings the axis of an IK step from the model's space into the axes of a link as MMD does: by Wᵀ, which for
 * a sheared W differs from W⁻¹. A knee rotates about an axis of its parent: it takes the W of its parent.
 * `out` is kept for W that are not sheared, and for an axis that a shear flattens to nothing.
 */
export function intoShearedAxes(
  { parents, localRotations, isSheared, shearedMatrices }: RigState,
  { bone, isPmdKnee }: IkLink,
  axis: Float64Array,
  out: Float64Array,
): void {
  const base = isPmdKnee ? parents[bone] : bone;
  if (base < 0 || isSheared[base] === 0) return;
  for (let i = 0; i < 3; i++) local[i] = axis[i];
  transform(shearedMatrices, 12 * base, local, 0, 4, 1);
  const length = Math.sqrt(local[0] ** 2 + local[1] ** 2 + local[2] ** 2);
  if (!(length > MIN_LENGTH)) return;
  for (let i = 0; i < 3; i++) out[i] = local[i] / length;
  if (!isPmdKnee) return;
  invert(localRotations, 4 * bone, rotation, 0);
  rotateVector(rotation, 0, out, 0, out, 0);
}

const local = /* @__PURE__ */ new Float64Array(3);
const MIN_LENGTH = 1e-12;

/** v = M·v, M at `k`, its rows and columns so far apart; exchanged, they give Mᵀ·v. */
function transform(
  m: Float64Array,
  k: number,
  v: Float64Array,
  i: number,
  rows: number,
  columns: number,
): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  for (let j = 0; j < 3; j++, k += rows) v[i + j] = m[k] * x + m[k + columns] * y + m[k + 2 * columns] * z;
}
