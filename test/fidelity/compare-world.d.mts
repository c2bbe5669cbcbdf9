export function degreesBetween(
  ours: ArrayLike<number>,
  bone: number,
  reference: ArrayLike<number>,
  index: number,
): number;

export function chordBetween(
  ours: ArrayLike<number>,
  bone: number,
  reference: ArrayLike<number>,
  index: number,
): number;

export function unitsBetween(
  ours: ArrayLike<number>,
  bone: number,
  reference: ArrayLike<number>,
  index: number,
): number;
