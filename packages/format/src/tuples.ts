/** Three numbers: x y z, r g b, or radians about x, y, z. */
export type Vector3 = [number, number, number];

/** Four numbers: r g b a, or x y z w. @inline */
export type Vector4 = [number, number, number, number];

/** A rotation, x y z w. */
export type Quaternion = readonly [number, number, number, number];

/** A bezier curve from (0, 0) to (127, 127) by its two control points: x1 y1 x2 y2, 0..127. */
export type Curve = readonly [number, number, number, number];
