import type { RigState } from './rig-state.js';

/** Writes the world matrices of some bones, column-major: `16 * bones`. */
export function writeWorldMatrices(
  { worldTurns, places }: RigState,
  bones: Int32Array,
  m: Float64Array,
): void {
  for (let i = 0; i < bones.length; i++) {
    const bone = bones[i];
    const o = 16 * bone;
    const x = worldTurns[4 * bone];
    const y = worldTurns[4 * bone + 1];
    const z = worldTurns[4 * bone + 2];
    const w = worldTurns[4 * bone + 3];
    m[o] = 1 - 2 * (y * y + z * z);
    m[o + 1] = 2 * (x * y + w * z);
    m[o + 2] = 2 * (x * z - w * y);
    m[o + 4] = 2 * (x * y - w * z);
    m[o + 5] = 1 - 2 * (x * x + z * z);
    m[o + 6] = 2 * (y * z + w * x);
    m[o + 8] = 2 * (x * z + w * y);
    m[o + 9] = 2 * (y * z - w * x);
    m[o + 10] = 1 - 2 * (x * x + y * y);
    m[o + 12] = places[3 * bone];
    m[o + 13] = places[3 * bone + 1];
    m[o + 14] = places[3 * bone + 2];
    m[o + 15] = 1;
  }
}

/** From a vertex at rest to where it is: skin = world · T(−rest). */
export function writeSkinMatrices(rest: Float64Array, world: Float64Array, skin: Float32Array): void {
  for (let bone = 0; bone < rest.length / 3; bone++) {
    const o = 16 * bone;
    const x = rest[3 * bone];
    const y = rest[3 * bone + 1];
    const z = rest[3 * bone + 2];
    for (let i = o; i < o + 12; i++) skin[i] = world[i];
    for (let i = o; i < o + 3; i++) {
      skin[i + 12] = world[i + 12] - (world[i] * x + world[i + 4] * y + world[i + 8] * z);
    }
    skin[o + 15] = 1;
  }
}
