import type { EulerOrder, IkLimits } from './rig-definition.js';

/** Where the middle angle of an Euler order stops, short of its singularity: 88°. */
const MAX_MIDDLE = 1.535889;

/**
 * Brings a local rotation, x y z w, into its limits.
 *
 * An angle beyond a limit becomes the limit. With `reflects`, it is mirrored at the limit instead, if the
 * mirrored angle lies inside the range: this is how MMD gets a straight knee to bend.
 */
export function limitRotation(q: Float64Array, i: number, limits: IkLimits, reflects: boolean): void {
  const hinge = limits.axis;
  if (hinge >= 0) {
    limitAngle(q, i, limits, hinge, reflects);
    writeHinge(q, i, hinge);
    return;
  }
  for (let axis = 0; axis < 3; axis++) limitAngle(q, i, limits, axis, reflects);
  writeAngles(q, i, limits);
}

/** Fills one of {@link angles}. */
function limitAngle(q: Float64Array, i: number, limits: IkLimits, axis: number, reflects: boolean): void {
  readAngle(q, i, limits, axis);
  const angle = angles[axis];
  const min = limits.min[axis];
  const max = limits.max[axis];
  if (angle < min) angles[axis] = reflects && 2 * min - angle <= max ? 2 * min - angle : min;
  else if (angle > max) angles[axis] = reflects && 2 * max - angle >= min ? 2 * max - angle : max;
}

const angles = /* @__PURE__ */ new Float64Array(3);

/** The axes a, b, c of R = Ra·Rb·Rc. */
const AXES: Readonly<Record<EulerOrder, readonly [a: number, b: number, c: number]>> = {
  YXZ: [1, 0, 2],
  ZYX: [2, 1, 0],
  XZY: [0, 2, 1],
};

/*
 * All three orders run against the order of the axes, so that one set of formulas fits them all:
 *
 *   sin b = 2(w·qb − qa·qc)    a = atan2(2(w·qa + qb·qc), 1 − 2(qa² + qb²))    c = atan2(2(w·qc + qa·qb), 1 − 2(qb² + qc²))
 */
function readAngle(q: Float64Array, i: number, { order }: IkLimits, axis: number): void {
  const axes = AXES[order];
  const middle = axes[1];
  const qb = q[i + middle];
  const w = q[i + 3];
  if (axis === middle) {
    const sine = 2 * (w * qb - q[i + axes[0]] * q[i + axes[2]]);
    const angle = Math.asin(Math.min(Math.max(sine, -1), 1));
    angles[axis] = Math.min(Math.max(angle, -MAX_MIDDLE), MAX_MIDDLE);
    return;
  }
  const own = q[i + axis];
  const other = q[i + 3 - axis - middle];
  angles[axis] = Math.atan2(2 * (w * own + qb * other), 1 - 2 * (own * own + qb * qb));
}

/*
 * The product of the three quaternions, with s and c of half the angles:
 *
 *   qa = sa·cb·cc − ca·sb·sc    qb = ca·sb·cc + sa·cb·sc    qc = ca·cb·sc − sa·sb·cc    w = ca·cb·cc + sa·sb·sc
 */
function writeAngles(q: Float64Array, i: number, { order }: IkLimits): void {
  const [a, b, c] = AXES[order];
  const sa = Math.sin(angles[a] / 2);
  const ca = Math.cos(angles[a] / 2);
  const sb = Math.sin(angles[b] / 2);
  const cb = Math.cos(angles[b] / 2);
  const sc = Math.sin(angles[c] / 2);
  const cc = Math.cos(angles[c] / 2);
  q[i + a] = sa * cb * cc - ca * sb * sc;
  q[i + b] = ca * sb * cc + sa * cb * sc;
  q[i + c] = ca * cb * sc - sa * sb * cc;
  q[i + 3] = ca * cb * cc + sa * sb * sc;
}

/** The same where only one angle is not 0, as in a knee. */
function writeHinge(q: Float64Array, i: number, axis: number): void {
  q[i] = q[i + 1] = q[i + 2] = 0;
  q[i + axis] = Math.sin(angles[axis] / 2);
  q[i + 3] = Math.cos(angles[axis] / 2);
}
