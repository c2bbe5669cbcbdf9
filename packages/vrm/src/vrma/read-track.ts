import { GlbError, JSON_OFFSET } from '../glb/glb.js';
import type { AccessorReader } from '../glb/read-accessor.js';
import type { VrmTrack } from './vrm-animation.js';

const KINDS = {
  translation: { type: 'VEC3', size: 3 },
  rotation: { type: 'VEC4', size: 4 },
} as const;

/** Rotations of this length and less have no direction. */
const MIN_LENGTH = 1e-6;

/**
 * The keyframes of an untrusted sampler. Rotations have length 1, and each is on the side of the one before;
 * those of curves stay as they are. Keyframes whose numbers are not finite, whose rotation has no direction,
 * or whose times do not ascend, are left out; undefined if none is left.
 *
 * The times of tracks that share them are one array.
 *
 * @throws GlbError as {@link AccessorReader.read}; `bad-accessor` if there are fewer values than times.
 */
export function readTrack(
  accessors: AccessorReader,
  sampler: Readonly<Record<string, unknown>>,
  path: keyof typeof KINDS,
): VrmTrack | undefined {
  const { type, size } = KINDS[path];
  const times = accessors.read(sampler['input'], 'SCALAR');
  const values = accessors.read(sampler['output'], type);
  const isCurve = sampler['interpolation'] === 'CUBICSPLINE';
  const perKey = isCurve ? 3 * size : size;
  if (values.length < perKey * times.length) {
    const text = `an animation has ${times.length} times, but only ${Math.floor(values.length / perKey)} values`;
    throw new GlbError(text, 'bad-accessor', JSON_OFFSET);
  }
  const usable = keepUsable(accessors, times, values, size, isCurve);
  const count = usable.length;
  if (count === 0) return undefined;
  if (path === 'rotation' && !isCurve) alignRotations(values, count);
  return {
    times: usable,
    values: perKey * count === values.length ? values : values.slice(0, perKey * count),
    interpolation: isCurve ? 'cubic' : sampler['interpolation'] === 'STEP' ? 'step' : 'linear',
  };
}

/** Moves the values of usable keyframes to the front of `values`, and returns their times. */
function keepUsable(
  { memory }: AccessorReader,
  times: Float32Array,
  values: Float32Array,
  size: 3 | 4,
  isCurve: boolean,
): Float32Array {
  const perKey = isCurve ? 3 * size : size;
  let kept: Float32Array | undefined; // once a keyframe is left out
  let count = 0;
  let last = -Infinity;
  for (let key = 0; key < times.length; key++) {
    const start = perKey * key;
    const isTimely = times[key] > last && times[key] < Infinity;
    const isUsable = isTimely && areFinite(values, start, perKey);
    if (!isUsable || (size === 4 && !hasDirection(values, isCurve ? start + size : start))) {
      if (!kept) memory.spend(times.byteLength, 'an animation');
      kept ??= times.slice();
      continue;
    }
    if (kept) kept[count] = times[key];
    if (kept) values.copyWithin(perKey * count, start, start + perKey);
    last = times[key];
    count++;
  }
  return kept ? kept.slice(0, count) : times;
}

function areFinite(values: Float32Array, start: number, count: number): boolean {
  for (let i = start; i < start + count; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}

function hasDirection(rotations: Float32Array, at: number): boolean {
  return lengthAt(rotations, at) > MIN_LENGTH;
}

function lengthAt(rotations: Float32Array, at: number): number {
  return Math.hypot(rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]);
}

/** Gives rotations the length 1, and each the side of the one before. */
function alignRotations(rotations: Float32Array, count: number): void {
  for (let at = 0; at < 4 * count; at += 4) {
    let dot = 0;
    if (at > 0) for (let k = 0; k < 4; k++) dot += rotations[at + k] * rotations[at - 4 + k];
    const length = lengthAt(rotations, at);
    for (let k = 0; k < 4; k++) rotations[at + k] /= dot < 0 ? -length : length;
  }
}
