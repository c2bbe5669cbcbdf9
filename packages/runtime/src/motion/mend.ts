/**
 * Puts 0 where a number is not finite, in place; gives how many keys that touched. `column`: `perKey` numbers a key.
 */
export function mendFloats(column: Float32Array, perKey: number): number {
  let mended = 0;
  for (let i = 0; i < column.length; i += perKey) {
    let isOdd = false;
    for (let j = i; j < i + perKey; j++) {
      if (Number.isFinite(column[j])) continue;
      column[j] = 0;
      isOdd = true;
    }
    if (isOdd) mended++;
  }
  return mended;
}

/** Normalizes rotations in place; those that are none become the identity. `rotations`: x y z w a key. */
export function mendRotations(rotations: Float32Array): { notFinite: number; zero: number } {
  let notFinite = 0;
  let zero = 0;
  for (let i = 0; i < rotations.length; i += 4) {
    const x = rotations[i];
    const y = rotations[i + 1];
    const z = rotations[i + 2];
    const w = rotations[i + 3];
    const length = Math.sqrt(x * x + y * y + z * z + w * w); // in 64 bits no finite float32 overflows
    const isUsable = length > 0 && length < Infinity;
    if (!isUsable && length === 0) zero++;
    else if (!isUsable) notFinite++;
    const scale = isUsable ? 1 / length : 0;
    rotations[i] = isUsable ? x * scale : 0;
    rotations[i + 1] = isUsable ? y * scale : 0;
    rotations[i + 2] = isUsable ? z * scale : 0;
    rotations[i + 3] = isUsable ? w * scale : 1;
  }
  return { notFinite, zero };
}

const LEAST_FOV = 1;
const MOST_FOV = 179;

/** Brings angles of view into what a camera can have, in place; gives how many were outside. */
export function mendFovs(fovs: Float32Array): number {
  let mended = 0;
  for (let i = 0; i < fovs.length; i++) {
    const fov = Math.min(Math.max(fovs[i], LEAST_FOV), MOST_FOV);
    if (fov !== fovs[i]) mended++;
    fovs[i] = fov;
  }
  return mended;
}
