/** A copy in which numbers that are not finite are 0: one NaN in a buffer makes a whole model vanish. */
export function finiteColumn(numbers: ArrayLike<number>): Float32Array {
  return Float32Array.from(numbers, (value) => (Number.isFinite(value) ? value : 0));
}
