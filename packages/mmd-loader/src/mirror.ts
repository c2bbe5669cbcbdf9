import { flipPositions, flipRotations } from '@odori/runtime/internal';

type Numbers = ArrayLike<number>;
type Vector = [number, number, number];

function mirrored(flip: typeof flipPositions, numbers: Numbers): number[] {
  const column = Float64Array.from(numbers);
  flip(column);
  return [...column];
}

/** A position of MMD's space in three's. */
export const mirroredPosition = (position: Numbers): Vector => mirrored(flipPositions, position) as Vector;

/** A quaternion x y z w, in three's space. */
export const mirroredRotation = (rotation: Numbers): [number, number, number, number] =>
  mirrored(flipRotations, rotation) as [number, number, number, number];

/** Angles about x, y, z, in three's space: the axes turn as those of a quaternion do. */
export const mirroredAngles = mirroredRotation as unknown as (angles: Numbers) => Vector;

/** The ends of a range in three's space: the mirror exchanges them on the axes whose sign it changes. */
export function mirroredRange(
  mirror: (end: Numbers) => Vector,
  lower: Numbers,
  upper: Numbers,
): [lower: Vector, upper: Vector] {
  const [a, b] = [mirror(lower), mirror(upper)];
  for (let axis = 0; axis < 3; axis++) {
    if ((axis === 2) === (mirror === mirroredPosition)) [a[axis], b[axis]] = [b[axis], a[axis]];
  }
  return [a, b];
}

/**
 * What parsed data need of the code above. They get it, because importing it would split the code into one
 * file more.
 */
export interface Mirror {
  readonly point: typeof mirroredPosition;
  readonly rotation: typeof mirroredRotation;
}
