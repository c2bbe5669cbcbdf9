import { Vector3 } from 'three';

/** Between neighbours, and from row to row; units. */
export const SPACING = 9;
export const DEPTH = 7;
/** Rows grow by one to this. */
const WIDEST_ROW = 8;

/**
 * Where a dancer of so many stands, counted from the leader in front: rows of 1, 2, 3… up to 8, the last in the middle.
 *
 * @example
 * formationPlace(0, 20); // → (0, 0, 0): the leader
 * formationPlace(2, 20); // → (4.5, 0, -7): the right end of the second row, as the viewer sees it
 */
export function formationPlace(index: number, size: number): Vector3 {
  let row = 0;
  let first = 0;
  while (index >= first + rowSize(row)) first += rowSize(row++);
  const inRow = Math.min(rowSize(row), size - first);
  return new Vector3((index - first - (inRow - 1) / 2) * SPACING, 0, -row * DEPTH);
}

function rowSize(row: number): number {
  return Math.min(row + 1, WIDEST_ROW);
}
