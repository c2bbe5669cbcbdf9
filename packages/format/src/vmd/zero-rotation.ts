/** Is any rotation of a column none at all, x y z w = 0? */
export function hasZero(rotations: Float32Array): boolean {
  for (let i = 0; i < rotations.length; i += 4) if (isZeroAt(rotations, i)) return true;
  return false;
}

/** Is the one that begins at `i`? */
export function isZeroAt(rotations: Float32Array, i: number): boolean {
  return rotations[i] === 0 && rotations[i + 1] === 0 && rotations[i + 2] === 0 && rotations[i + 3] === 0;
}
