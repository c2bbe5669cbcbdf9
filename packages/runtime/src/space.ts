/*
 * MMD's space ⇄ three's: the only file where a minus sign means handedness.
 *
 * MMD's space is left-handed (x right, y up, z away from the viewer), three's is right-handed (z towards the
 * viewer). The mirror S = diag(1, 1, −1) converts each into the other, so that every function here is its own
 * inverse:
 *
 *   position, direction, normal    S·v                    (x, y, −z)
 *   rotation                       S·R·S                  quaternion (−x, −y, z, w)
 *   triangles                      in reverse order
 *   camera angles                  S·Ry(−ry)·Rx(−rx)·Rz(−rz)·S = Ry(ry)·Rx(rx)·Rz(−rz)     (rx, ry, −rz), order YXZ
 *
 * The functions change signs in place, on columns of a motion or model under construction.
 */

/** `positions`: 3 per key. Also for directions. */
export function flipPositions(positions: Float32Array | Float64Array): void {
  for (let i = 2; i < positions.length; i += 3) positions[i] = -positions[i];
}

/** `rotations`: 4 per key, x y z w. */
export function flipRotations(rotations: Float32Array | Float64Array): void {
  for (let i = 0; i < rotations.length; i += 4) {
    rotations[i] = -rotations[i];
    rotations[i + 1] = -rotations[i + 1];
  }
}

/** The bits of 1 and of −0, as 32-bit floats. */
const ONE = 0x3f800000;
const MINUS_ZERO = -0x80000000;

/**
 * Flips the rotation that begins at `i` and gives it length 1. `words`: the bits of `rotations`. Returns the
 * length that it had: 0 or not finite if the rotation became the identity.
 */
export function flipAndNormalize(rotations: Float32Array, words: Int32Array, i: number): number {
  if (words[i + 3] === ONE && (words[i] | words[i + 1] | words[i + 2]) === 0) {
    words[i] = words[i + 1] = MINUS_ZERO; // a third of all rotations, at no cost
    return 1;
  }
  const x = rotations[i];
  const y = rotations[i + 1];
  const z = rotations[i + 2];
  const w = rotations[i + 3];
  const length = Math.sqrt(x * x + y * y + z * z + w * w); // in 64 bits no finite float32 overflows
  if (length > 0 && length < Infinity) {
    rotations[i] = x / -length;
    rotations[i + 1] = y / -length;
    rotations[i + 2] = z / length;
    rotations[i + 3] = w / length;
  } else rotations.set([0, 0, 0, 1], i);
  return length;
}

/**
 * `angles`: 3 per key, about x, y, z; with three's signs an Euler of order YXZ. Here too, only z changes its
 * sign.
 */
export const flipCameraAngles: typeof flipPositions = flipPositions;

/**
 * `indices`: 3 per triangle. Clockwise triangles seen from outside become counter-clockwise in the mirror.
 */
export function flipTriangles(indices: Uint16Array | Uint32Array): void {
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const second = indices[i + 1];
    indices[i + 1] = indices[i + 2];
    indices[i + 2] = second;
  }
}

/** A range of angles about x, y, z, of any Euler order: x and y change their sign. */
export function flipAngleRange(
  min: readonly [number, number, number],
  max: readonly [number, number, number],
): [min: [number, number, number], max: [number, number, number]] {
  return [
    [0 - max[0], 0 - max[1], min[2]],
    [0 - min[0], 0 - min[1], max[2]],
  ];
}
