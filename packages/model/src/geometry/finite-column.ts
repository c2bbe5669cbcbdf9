/** A copy in which numbers that are not finite are 0: one NaN in a buffer makes a whole model vanish. O(numbers). */
export function finiteColumn(numbers: ArrayLike<number>): Float32Array {
  const column = new Float32Array(numbers);
  for (let i = 0; i < column.length; i++) {
    if (!Number.isFinite(column[i])) column[i] = 0;
  }
  return column;
}
