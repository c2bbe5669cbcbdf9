import type { VrmTrack } from './vrm-animation.js';

/** Rotations whose product is larger than this are so near that a straight line will do. */
const NEAR = 0.9999;
/** Where a curve passes nearer to the rotation 0, it has no direction. */
const MIN_LENGTH = 1e-6;

/**
 * Writes the value of a track at a time, `size` numbers, to `out` from `index` on; rotations take the short
 * way. Before the first and after the last keyframe, their values hold. O(log keyframes).
 */
export function sampleVrmTrack(
  track: VrmTrack,
  size: 1 | 3 | 4,
  seconds: number,
  out: Float64Array,
  index: number,
): void {
  const { times, interpolation } = track;
  const time = Math.fround(seconds); // as keyframes have it
  let key = 0;
  for (let high = times.length; high - key > 1;) {
    const middle = (key + high) >>> 1;
    if (times[middle] <= time) key = middle;
    else high = middle;
  }
  const isBetween = key + 1 < times.length && time > times[key];
  if (interpolation === 'cubic') sampleCurve(track, size, key, isBetween ? time : times[key], out, index);
  else sampleLine(track, size, key, isBetween && interpolation === 'linear' ? time : times[key], out, index);
  if (size === 4) normalize(out, index);
}

function sampleLine(
  { times, values }: VrmTrack,
  size: number,
  key: number,
  time: number,
  out: Float64Array,
  index: number,
): void {
  const isBetween = time > times[key];
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
}

/**
 * The formula of glTF 2.0, appendix C.4. Where a curve goes beyond 10¹⁹, or a rotation has no direction, the
 * value of the keyframe holds.
 */
function sampleCurve(
  { times, values }: VrmTrack,
  size: number,
  key: number,
  time: number,
  out: Float64Array,
  index: number,
): void {
  const at = 3 * size * key + size;
  for (let k = 0; k < size; k++) out[index + k] = values[at + k];
  if (!(time > times[key])) return;
  const length = times[key + 1] - times[key];
  const t = (time - times[key]) / length;
  const rest = 1 - t;
  let square = 0;
  for (let k = 0; k < size; k++) {
    const [from, leave] = [values[at + k], values[at + size + k]];
    const [arrive, to] = [values[at + 2 * size + k], values[at + 3 * size + k]];
    const ends = (1 + 2 * t) * rest * rest * from + t * t * (3 - 2 * t) * to;
    curve[k] = ends + length * (t * rest * rest * leave - t * t * rest * arrive);
    square += curve[k] * curve[k];
  }
  if (!Number.isFinite(Math.fround(square)) || (size === 4 && square < MIN_LENGTH * MIN_LENGTH)) return;
  for (let k = 0; k < size; k++) out[index + k] = curve[k];
}

const curve = /* @__PURE__ */ new Float64Array(4);

function normalize(rotations: Float64Array, index: number): void {
  const length = Math.hypot(...rotations.subarray(index, index + 4));
  for (let k = 0; k < 4; k++) rotations[index + k] /= length;
}
