/** x y z. */
export type V3 = [number, number, number];
/** u v, or any two. */
export type V2 = [number, number];

export function add([ax, ay, az]: V3, [bx, by, bz]: V3): V3 {
  return [ax + bx, ay + by, az + bz];
}

export function sub([ax, ay, az]: V3, [bx, by, bz]: V3): V3 {
  return [ax - bx, ay - by, az - bz];
}

export function scale([x, y, z]: V3, factor: number): V3 {
  return [x * factor, y * factor, z * factor];
}

/** a + b · factor. */
export function along(a: V3, b: V3, factor: number): V3 {
  return [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor];
}

export function dot([ax, ay, az]: V3, [bx, by, bz]: V3): number {
  return ax * bx + ay * by + az * bz;
}

export function cross([ax, ay, az]: V3, [bx, by, bz]: V3): V3 {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

export function length([x, y, z]: V3): number {
  return Math.hypot(x, y, z);
}

/** Of length 1; `[0, 1, 0]` if there is no direction. */
export function unit(v: V3): V3 {
  const size = length(v);
  return size < 1e-12 ? [0, 1, 0] : scale(v, 1 / size);
}

export function mix(a: V3, b: V3, share: number): V3 {
  return [0, 1, 2].map((axis) => a[axis] + (b[axis] - a[axis]) * share) as V3;
}

export function lerp(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}

export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(Math.max(value, low), high);
}

/** 0 below `from`, 1 above `to`, smooth in between. */
export function smoothstep(from: number, to: number, value: number): number {
  const share = clamp((value - from) / (to - from));
  return share * share * (3 - 2 * share);
}

/** The mean of points. */
export function mean(points: readonly V3[]): V3 {
  let sum: V3 = [0, 0, 0];
  for (const point of points) sum = add(sum, point);
  return scale(sum, 1 / points.length);
}

/** Turned by `angle` (radians) about an axis of length 1 (Rodrigues). */
export function turned(v: V3, axis: V3, angle: number): V3 {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return add(add(scale(v, c), scale(cross(axis, v), s)), scale(axis, dot(axis, v) * (1 - c)));
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
