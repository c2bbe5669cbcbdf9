import { flipPositions, flipRotations } from '@odori/runtime';

type Vector = [number, number, number];

/** A place of MMD's space in three's. */
export function mirroredPlace(place: ArrayLike<number>): Vector {
  const column = Float64Array.from([place[0], place[1], place[2]]);
  flipPositions(column);
  return [column[0], column[1], column[2]];
}

/** Angles about x, y, z, in three's space: the axes turn as those of a quaternion do. */
export function mirroredAngles(angles: ArrayLike<number>): Vector {
  const [x, y, z] = mirroredRotation([angles[0], angles[1], angles[2], 0]);
  return [x, y, z];
}

/** A quaternion x y z w, in three's space. */
export function mirroredRotation(rotation: ArrayLike<number>): [number, number, number, number] {
  const column = Float64Array.from([rotation[0], rotation[1], rotation[2], rotation[3]]);
  flipRotations(column);
  return [column[0], column[1], column[2], column[3]];
}

/** The smaller and the larger of two vectors, axis by axis: a mirror exchanges the ends of a range. */
export function orderedRange(a: Vector, b: Vector): [lower: Vector, upper: Vector] {
  const pick = (choose: (x: number, y: number) => number): Vector => [
    choose(a[0], b[0]),
    choose(a[1], b[1]),
    choose(a[2], b[2]),
  ];
  return [pick(Math.min), pick(Math.max)];
}
