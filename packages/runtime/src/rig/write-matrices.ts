import type { RigState } from './rig-state.js';

/** Writes the world matrices of all bones, column-major: `16 * bones`. */
export function writeWorldMatrices(state: RigState, out: Float64Array): void {
  for (let bone = 0; bone < state.definition.boneCount; bone++) writeWorldMatrix(state, bone, out, 16 * bone);
}

/** Writes the skin matrices of all bones, which take a vertex from rest to its posed position: skin = world · T(−rest). */
export function writeSkinMatrices(state: RigState, out: Float32Array): void {
  const { boneCount, restPositions } = state.definition;
  for (let bone = 0; bone < boneCount; bone++) {
    const o = 16 * bone;
    const x = restPositions[3 * bone];
    const y = restPositions[3 * bone + 1];
    const z = restPositions[3 * bone + 2];
    writeWorldMatrix(state, bone, world, 0);
    for (let i = 0; i < 12; i++) out[o + i] = world[i];
    for (let i = 0; i < 3; i++) {
      out[o + i + 12] = world[i + 12] - (world[i] * x + world[i + 4] * y + world[i + 8] * z);
    }
    out[o + 15] = 1;
  }
}

const world = /* @__PURE__ */ new Float64Array(16);

function writeWorldMatrix(
  { worldRotations, worldPositions }: RigState,
  bone: number,
  m: Float64Array,
  o: number,
): void {
  const x = worldRotations[4 * bone];
  const y = worldRotations[4 * bone + 1];
  const z = worldRotations[4 * bone + 2];
  const w = worldRotations[4 * bone + 3];
  m[o] = 1 - 2 * (y * y + z * z);
  m[o + 1] = 2 * (x * y + w * z);
  m[o + 2] = 2 * (x * z - w * y);
  m[o + 4] = 2 * (x * y - w * z);
  m[o + 5] = 1 - 2 * (x * x + z * z);
  m[o + 6] = 2 * (y * z + w * x);
  m[o + 8] = 2 * (x * z + w * y);
  m[o + 9] = 2 * (y * z - w * x);
  m[o + 10] = 1 - 2 * (x * x + y * y);
  m[o + 12] = worldPositions[3 * bone];
  m[o + 13] = worldPositions[3 * bone + 1];
  m[o + 14] = worldPositions[3 * bone + 2];
  m[o + 15] = 1;
}
