import { GlbError } from '../glb/glb.js';
import type { AccessorReader } from '../glb/read-accessor.js';
import type { VrmTrack } from './vrm-animation.js';

/** What a channel of an animation drives. */
interface TrackKind {
  readonly isRotation: boolean;
  readonly type: 'VEC3' | 'VEC4';
  readonly size: 3 | 4;
  /**
   * How far straight lines may be from a curve: half the angle in radians, or metres. Weights are stored as
   * metres.
   */
  readonly tolerance: number;
}

const KINDS: Readonly<Record<'translation' | 'rotation', TrackKind>> = {
  translation: { isRotation: false, type: 'VEC3', size: 3, tolerance: 5e-5 },
  rotation: { isRotation: true, type: 'VEC4', size: 4, tolerance: (0.005 * Math.PI) / 180 },
};

/** A piece between two keyframes of a curve becomes at most this many straight lines. */
const MAX_LINES = 256;
/** Rotations of this length and less have no direction. */
const MIN_LENGTH = 1e-6;
/** What a list of numbers takes besides its numbers. */
const LIST_BYTES = 16;

/**
 * The keyframes of an untrusted sampler: rotations have length 1, and each is on the side of the one before.
 * Keyframes whose numbers are not finite, or whose times do not ascend, are left out; undefined if none is
 * left.
 *
 * @throws GlbError as {@link AccessorReader.read}; `bad-accessor` if there are fewer values than times.
 */
export function readTrack(
  accessors: AccessorReader,
  sampler: Readonly<Record<string, unknown>>,
  path: keyof typeof KINDS,
): VrmTrack | undefined {
  const kind = KINDS[path];
  const { size } = kind;
  const times = accessors.read(sampler['input'], 'SCALAR');
  const values = accessors.read(sampler['output'], kind.type);
  const isCurve = sampler['interpolation'] === 'CUBICSPLINE';
  const perKey = isCurve ? 3 * size : size;
  if (values.length < perKey * times.length) {
    const text = `an animation has ${times.length} times, but only ${Math.floor(values.length / perKey)} values`;
    throw new GlbError(text, 'bad-accessor', 20);
  }
  accessors.spend(4 * times.length, 'an animation'); // also where all keyframes are unusable
  const line = new Line(accessors, kind);
  const keys = usableKeys(times, values, perKey);
  if (isCurve) addCurves(line, times, values, keys);
  else for (const key of keys) line.add(times[key], keyAt(values, key, size));
  return line.toTrack(sampler['interpolation'] === 'STEP' ? 'step' : 'linear');
}

/** Keyframes with straight lines between them, under construction. */
class Line {
  readonly kind: TrackKind;
  readonly #accessors: AccessorReader;
  readonly #times: number[] = [];
  readonly #values: number[][] = [];

  constructor(accessors: AccessorReader, kind: TrackKind) {
    this.#accessors = accessors;
    this.kind = kind;
  }

  add(time: number, value: number[]): void {
    const checked = this.kind.isRotation ? this.#unit(value) : value;
    if (!checked) return;
    this.#accessors.spend(8 * this.kind.size + LIST_BYTES, 'an animation');
    this.#times.push(time);
    this.#values.push(checked);
  }

  toTrack(interpolation: VrmTrack['interpolation']): VrmTrack | undefined {
    if (this.#times.length === 0) return undefined;
    const values = new Float32Array(this.kind.size * this.#values.length);
    this.#values.forEach((value, i) => values.set(value, this.kind.size * i));
    return { times: Float32Array.from(this.#times), values, interpolation };
  }

  /** Of length 1, on the side of the rotation before; undefined for one without a direction. */
  #unit(rotation: readonly number[]): number[] | undefined {
    const length = Math.hypot(...rotation);
    if (!(length > MIN_LENGTH && length < Infinity)) return undefined;
    const before = this.#values.at(-1);
    const dot = before ? rotation.reduce((sum, value, k) => sum + value * before[k], 0) : 0;
    return rotation.map((value) => value / (dot < 0 ? -length : length));
  }
}

function usableKeys(times: Float32Array, values: Float32Array, perKey: number): number[] {
  const keys: number[] = [];
  let last = -Infinity;
  for (let key = 0; key < times.length; key++) {
    if (!(times[key] > last && times[key] < Infinity)) continue;
    if (!values.subarray(perKey * key, perKey * (key + 1)).every(Number.isFinite)) continue;
    keys.push(key);
    last = times[key];
  }
  return keys;
}

function keyAt(values: Float32Array, index: number, size: number): number[] {
  return Array.from(values.subarray(size * index, size * (index + 1)));
}

/**
 * Adds straight lines in place of a curve. Its keyframes have an incoming tangent, a value, and an outgoing
 * tangent.
 */
function addCurves(line: Line, times: Float32Array, values: Float32Array, keys: readonly number[]): void {
  const part = (key: number, index: number): number[] => keyAt(values, 3 * key + index, line.kind.size);
  keys.forEach((key, i) => {
    if (i > 0) {
      const before = keys[i - 1];
      const curve = {
        from: part(before, 1),
        leave: part(before, 2),
        arrive: part(key, 0),
        to: part(key, 1),
        length: times[key] - times[before],
      };
      addBetween(line, curve, times[before], times[key]);
    }
    line.add(times[key], part(key, 1));
  });
}

/** A cubic between two keyframes; its tangents are per second. */
interface Curve {
  readonly from: readonly number[];
  readonly leave: readonly number[];
  readonly arrive: readonly number[];
  readonly to: readonly number[];
  readonly length: number;
}

function addBetween(line: Line, curve: Curve, start: number, end: number): void {
  const lines = linesNeeded(curve, line.kind.tolerance);
  let last = start;
  for (let i = 1; i < lines; i++) {
    const time = Math.fround(start + (curve.length * i) / lines);
    const value = curveAt(curve, (time - start) / curve.length);
    if (!(time > last && time < end) || !value.every(Number.isFinite)) continue;
    line.add(time, value);
    last = time;
  }
}

/** `t`: 0 to 1. */
function curveAt({ from, leave, arrive, to, length }: Curve, t: number): number[] {
  const rest = 1 - t;
  return from.map((a, k) => {
    const ends = (1 + 2 * t) * rest * rest * a + t * t * (3 - 2 * t) * to[k];
    return ends + length * (t * rest * rest * leave[k] - t * t * rest * arrive[k]);
  });
}

/** A power of two, such that the quarters of each line are near the curve. */
function linesNeeded(curve: Curve, tolerance: number): number {
  let lines = 1;
  while (lines < MAX_LINES && !areNear(curve, lines, tolerance)) lines *= 2;
  return lines;
}

function areNear(curve: Curve, lines: number, tolerance: number): boolean {
  for (let line = 0; line < lines; line++) {
    const a = curveAt(curve, line / lines);
    const b = curveAt(curve, (line + 1) / lines);
    for (const t of [0.25, 0.5, 0.75]) {
      const value = curveAt(curve, (line + t) / lines);
      const off = Math.hypot(...value.map((each, k) => each - (a[k] + (b[k] - a[k]) * t)));
      if (!(off <= tolerance)) return false;
    }
  }
  return true;
}
