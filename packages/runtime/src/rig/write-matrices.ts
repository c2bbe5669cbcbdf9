import type { RigState } from './rig-state.js';
import { writeRotation } from '../rotation.js';

/** Writes the world matrices of all bones, column-major: `16 * bones`. */
export function writeWorldMatrices(state: RigState, out: Float64Array): void {
  for (let bone = 0; bone < state.definition.boneCount; bone++) writeWorldMatrix(state, bone, out, 16 * bone);
}

/**
 * Writes the skin matrices of all bones, which take a vertex from rest to its posed position: skin = world ·
 * T(−rest).
 */
export function writeSkinMatrices(state: RigState, out: Float32Array): void {
  const { boneCount, restPositions } = state.definition;
  for (let bone = 0; bone < boneCount; bone++) {
    const o = 16 * bone;
    const x = restPositions[3 * bone];
    const y = restPositions[3 * bone + 1];
    const z = restPositions[3 * bone + 2];
    writeWorldMatrix(state, bone, world, 0);
    for (let row = 0; row < 3; row++) {
      const a = (out[o + row] = world[row]);
      const b = (out[o + row + 4] = world[row + 4]);
      const c = (out[o + row + 8] = world[row + 8]);
      out[o + row + 12] = world[row + 12] - (a * x + b * y + c * z);
    }
    out[o + 15] = 1;
  }
}

const world = /* @__PURE__ */ new Float64Array(16);

function writeWorldMatrix(
  { worldRotations, worldPositions, isSheared, shearedMatrices }: RigState,
  bone: number,
  m: Float64Array,
  o: number,
): void {
  if (isSheared[bone] === 1) for (let i = 0; i < 11; i++) m[o + i] = shearedMatrices[12 * bone + i];
  else writeRotation(worldRotations, 4 * bone, m, o);
  m[o + 12] = worldPositions[3 * bone];
  m[o + 13] = worldPositions[3 * bone + 1];
  m[o + 14] = worldPositions[3 * bone + 2];
  m[o + 15] = 1;
}
