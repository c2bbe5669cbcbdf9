import type { IkLimits } from './rig-definition.js';

/** Where the middle angle of an Euler order stops, short of its singularity: 88°. */
const MIDDLE_MOST = 1.535889;

/**
 * Brings a local turn, x y z w, into its limits.
 *
 * What is beyond a limit is cut, or, with `reflects`, thrown back by as much where that lies inside the range: so MMD
 * gets a straight knee to bend.
 */
export function limitTurn(q: Float64Array, i: number, limits: IkLimits, reflects: boolean): void {
  readAngles(q, i, limits);
  for (let axis = 0; axis < 3; axis++) {
    const angle = angles[axis];
    const min = limits.min[axis];
    const max = limits.max[axis];
    if (angle < min) angles[axis] = reflects && 2 * min - angle <= max ? 2 * min - angle : min;
    else if (angle > max) angles[axis] = reflects && 2 * max - angle >= min ? 2 * max - angle : max;
  }
  writeAngles(q, i, limits);
}

const angles = /* @__PURE__ */ new Float64Array(3);

/*
 * With r(row)(column) of the turn's matrix, and s = sin, c = cos of the angles x, y, z:
 *
 *   R = Ry·Rx·Rz   r12 = −sx   r02 = sy·cx   r22 = cy·cx   r10 = cx·sz   r11 = cx·cz
 *   R = Rz·Ry·Rx   r20 = −sy   r10 = sz·cy   r00 = cz·cy   r21 = cy·sx   r22 = cy·cx
 *   R = Rx·Rz·Ry   r01 = −sz   r21 = sx·cz   r11 = cx·cz   r02 = cz·sy   r00 = cz·cy
 */
function readAngles(q: Float64Array, i: number, { order }: IkLimits): void {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  if (order === 'YXZ') {
    angles[0] = middleAngle(2 * (w * x - y * z));
    angles[1] = Math.atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y));
    angles[2] = Math.atan2(2 * (x * y + w * z), 1 - 2 * (x * x + z * z));
  } else if (order === 'ZYX') {
    angles[0] = Math.atan2(2 * (y * z + w * x), 1 - 2 * (x * x + y * y));
    angles[1] = middleAngle(2 * (w * y - x * z));
    angles[2] = Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z));
  } else {
    angles[0] = Math.atan2(2 * (y * z + w * x), 1 - 2 * (x * x + z * z));
    angles[1] = Math.atan2(2 * (x * z + w * y), 1 - 2 * (y * y + z * z));
    angles[2] = middleAngle(2 * (w * z - x * y));
  }
}

function middleAngle(sine: number): number {
  const angle = Math.asin(Math.min(Math.max(sine, -1), 1));
  return Math.min(Math.max(angle, -MIDDLE_MOST), MIDDLE_MOST);
}

/*
 * Products of the half-angle quaternions, with s and c of half the angles: each component is the sum of two products of
 * three, and the orders differ in their signs only.
 *
 *   Ry·Rx·Rz: x = cy·sx·cz + sy·cx·sz   y = sy·cx·cz − cy·sx·sz   z = cy·cx·sz − sy·sx·cz   w = cy·cx·cz + sy·sx·sz
 *   Rz·Ry·Rx: x = cz·cy·sx − sz·sy·cx   y = cz·sy·cx + sz·cy·sx   z = sz·cy·cx − cz·sy·sx   w = cz·cy·cx + sz·sy·sx
 *   Rx·Rz·Ry: x = sx·cz·cy − cx·sz·sy   y = cx·cz·sy − sx·sz·cy   z = cx·sz·cy + sx·cz·sy   w = cx·cz·cy + sx·sz·sy
 */
function writeAngles(q: Float64Array, i: number, { order }: IkLimits): void {
  const sx = Math.sin(angles[0] / 2);
  const cx = Math.cos(angles[0] / 2);
  const sy = Math.sin(angles[1] / 2);
  const cy = Math.cos(angles[1] / 2);
  const sz = Math.sin(angles[2] / 2);
  const cz = Math.cos(angles[2] / 2);
  const signX = order === 'YXZ' ? 1 : -1;
  const signY = order === 'ZYX' ? 1 : -1;
  const signZ = order === 'XZY' ? 1 : -1;
  q[i] = sx * cy * cz + signX * cx * sy * sz;
  q[i + 1] = cx * sy * cz + signY * sx * cy * sz;
  q[i + 2] = cx * cy * sz + signZ * sx * sy * cz;
  q[i + 3] = cx * cy * cz + sx * sy * sz;
}
