import { finite, flipPositions } from '@odori/runtime/internal';

/**
 * A copy in which numbers that are not finite are 0: one NaN in a buffer makes a whole model vanish.
 * O(numbers).
 */
export function finiteColumn(numbers: ArrayLike<number>): Float32Array {
  const column = new Float32Array(numbers);
  return NOT_FINITE.some((number) => column.includes(number)) ? column.map(finite) : column;
}

/** Searching for these is fast even in code that runs for the first time, unlike a loop. */
const NOT_FINITE = [NaN, Infinity, -Infinity];

/** A finite copy of vectors, 3 numbers each, moved from MMD's space into three's. O(numbers). */
export function flippedColumn(vectors: ArrayLike<number>): Float32Array {
  const column = finiteColumn(vectors);
  flipPositions(column);
  return column;
}
