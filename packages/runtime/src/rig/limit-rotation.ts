import type { EulerOrder, IkLimits } from './rig-definition.js';

/** Where the middle angle of an Euler order stops, short of its singularity: 88°. */
const MIDDLE_MOST = 1.535889;

/**
 * Brings a local rotation, x y z w, into its limits.
 *
 * An angle beyond a limit becomes the limit. With `reflects`, it is mirrored at the limit instead, if the mirrored angle
 * lies inside the range: this is how MMD gets a straight knee to bend.
 */
export function limitRotation(q: Float64Array, i: number, limits: IkLimits, reflects: boolean): void {
  readAngles(q, i, limits);
  for (let axis = 0; axis < 3; axis++) {
    const angle = angles[axis];
    const min = limits.min[axis];
    const max = limits.max[axis];
    if (angle < min) angles[axis] = reflects && 2 * min - angle <= max ? 2 * min - angle : min;
    else if (angle > max) angles[axis] = reflects && 2 * max - angle >= min ? 2 * max - angle : max;
  }
  if (limits.axis < 0) writeAngles(q, i, limits);
  else writeHinge(q, i, limits.axis);
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
function readAngles(q: Float64Array, i: number, { order }: IkLimits): void {
  const [a, b, c] = AXES[order];
  const qa = q[i + a];
  const qb = q[i + b];
  const qc = q[i + c];
  const w = q[i + 3];
  const middle = Math.asin(Math.min(Math.max(2 * (w * qb - qa * qc), -1), 1));
  angles[a] = Math.atan2(2 * (w * qa + qb * qc), 1 - 2 * (qa * qa + qb * qb));
  angles[b] = Math.min(Math.max(middle, -MIDDLE_MOST), MIDDLE_MOST);
  angles[c] = Math.atan2(2 * (w * qc + qa * qb), 1 - 2 * (qb * qb + qc * qc));
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
