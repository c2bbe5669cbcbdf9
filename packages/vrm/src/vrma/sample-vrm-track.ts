import type { VrmTrack } from './vrm-animation.js';

/** Rotations whose product is larger than this are so near that a straight line will do. */
const NEAR = 0.9999;

/**
 * Writes the value of a track at a time, `size` numbers, to `out` from `index` on; rotations take the short
 * way. Before the first and after the last keyframe, their values hold. O(log keyframes).
 */
export function sampleVrmTrack(
  { times, values, interpolation }: VrmTrack,
  size: 1 | 3 | 4,
  seconds: number,
  out: Float64Array,
  index: number,
): void {
  const time = Math.fround(seconds); // as keyframes have it
  let key = 0;
  for (let high = times.length; high - key > 1;) {
    const middle = (key + high) >>> 1;
    if (times[middle] <= time) key = middle;
    else high = middle;
  }
  const isBetween = interpolation === 'linear' && key + 1 < times.length && time > times[key];
  const next = isBetween ? key + 1 : key;
  const t = isBetween ? (time - times[key]) / (times[next] - times[key]) : 0;
  let [from, to] = [1 - t, t];
  if (size === 4 && isBetween) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += values[4 * key + k] * values[4 * next + k];
    const angle = Math.acos(Math.min(Math.abs(dot), 1));
    const sine = Math.sin(angle);
    if (Math.abs(dot) < NEAR) [from, to] = [Math.sin((1 - t) * angle) / sine, Math.sin(t * angle) / sine];
    if (dot < 0) to = -to;
  }
  for (let k = 0; k < size; k++)
    out[index + k] = values[size * key + k] * from + values[size * next + k] * to;
  if (size === 4) normalize(out, index);
}

function normalize(rotations: Float64Array, index: number): void {
  const length = Math.hypot(...rotations.subarray(index, index + 4));
  for (let k = 0; k < 4; k++) rotations[index + k] /= length;
}
