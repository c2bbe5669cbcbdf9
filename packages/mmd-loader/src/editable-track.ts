import { KeyCursor } from '@odori/runtime';
import type { BakeTolerance } from '@odori/runtime/bake';
import { findKey } from '@odori/runtime/internal';
import { type Channel, createBakedTrack, createSampledTrack } from '@odori/runtime/internal/three';
import {
  BooleanKeyframeTrack,
  type KeyframeTrack,
  NumberKeyframeTrack,
  QuaternionKeyframeTrack,
  type TypedArray,
  VectorKeyframeTrack,
} from 'three';

/** How far the keyframes of a clip may be from the motion: MMD units, degrees, weights. */
const TOLERANCE: Required<BakeTolerance> = { position: 0.002, angle: 0.05, weight: 0.001 };

const TRACKS = {
  vector: { Track: VectorKeyframeTrack, size: 3 },
  quaternion: { Track: QuaternionKeyframeTrack, size: 4 },
  number: { Track: NumberKeyframeTrack, size: 1 },
  switch: { Track: BooleanKeyframeTrack, size: 1 },
} as const;

interface Keys {
  times: ArrayLike<number>;
  values: ArrayLike<number | boolean>;
}

const edits = /* @__PURE__ */ new WeakMap<KeyframeTrack, () => boolean>();

/** Whether a page has changed the keyframes of a track of {@link createEditableTrack}. O(keys). */
export function isEdited(track: KeyframeTrack): boolean {
  return edits.get(track)?.() ?? false;
}

/**
 * A track that plays a channel exactly, and yet carries ordinary keyframes, with straight lines within the
 * tolerance, which any tool may read and change. Where a page has changed them, the keyframes count.
 *
 * The keyframes are made when something first asks for them: O(keys + bends). Playing allocates nothing.
 */
export function createEditableTrack(channel: Channel, lastFrame: number): KeyframeTrack {
  const { Track, size } = TRACKS[channel.kind];
  const exact = createSampledTrack(channel) as KeyframeTrack & Playing;
  const track = new Track(channel.name, [0], Array<number>(size).fill(0) as number[] & boolean[]);
  let original: Keys | undefined;
  let [times, values] = [track.times, track.values];
  const bake = (): void => {
    if (original) return;
    const baked = createBakedTrack(channel, lastFrame, TOLERANCE);
    [times, values] = [baked.times, baked.values];
    original = { times: times.slice(), values: values.slice() };
  };
  const edge = (
    get: () => unknown,
    set: (value: TypedArray) => void,
  ): PropertyDescriptor & ThisType<KeyframeTrack> => ({
    configurable: true,
    enumerable: true,
    get() {
      bake();
      return get();
    },
    set(value: TypedArray) {
      bake();
      set(value);
    },
  });
  Object.defineProperties(track, {
    times: edge(
      () => times,
      (value) => (times = value as Float32Array<ArrayBuffer>),
    ),
    values: edge(
      () => values,
      (value) => (values = value as Float32Array<ArrayBuffer>),
    ),
  });
  edits.set(track, () => original !== undefined && !areEqual(original, { times, values }));
  return Object.assign(track, {
    getValueSize: () => size,
    /** three calls it on this track, or on a clone, which has keyframes of its own. */
    createInterpolant(this: KeyframeTrack, result?: TypedArray): EditableInterpolant {
      const player = exact.createInterpolant(result);
      return new EditableInterpolant(this, player, () => original, result);
    },
  });
}

/** What three calls of a track, which its types leave out. */
interface Playing {
  createInterpolant(result?: TypedArray): Player;
}

/** What three's interpolants have in common. */
interface Player {
  resultBuffer: TypedArray;
  evaluate(seconds: number): TypedArray;
}

/** Plays exactly between keyframes that are as they were made, and straight lines between others. */
class EditableInterpolant implements Player {
  resultBuffer: TypedArray;
  settings: unknown;
  readonly #track: KeyframeTrack;
  readonly #exact: Player;
  readonly #original: () => Keys | undefined;
  readonly #cursor = new KeyCursor();
  #plain: Player | undefined;

  constructor(
    track: KeyframeTrack,
    exact: Player,
    original: () => Keys | undefined,
    result: TypedArray | undefined,
  ) {
    this.#track = track;
    this.#exact = exact;
    this.#original = original;
    this.resultBuffer = result === undefined ? exact.resultBuffer : result;
  }

  evaluate(seconds: number): TypedArray {
    const original = this.#original();
    const player = !original || this.#isAsMade(original, seconds) ? this.#exact : this.#ordinary();
    player.resultBuffer = this.resultBuffer;
    return player.evaluate(seconds);
  }

  /** Whether the keyframes around a time are as they were made. */
  #isAsMade(original: Keys, seconds: number): boolean {
    const { times, values } = this.#track as unknown as Keys;
    if (times.length !== original.times.length || values.length !== original.values.length) return false;
    const size = values.length / times.length;
    const key = Math.max(findKey(times as unknown as Float64Array, seconds, this.#cursor), 0);
    for (let each = key; each <= Math.min(key + 1, times.length - 1); each++) {
      if (times[each] !== original.times[each]) return false;
      for (let k = size * each; k < size * (each + 1); k++)
        if (values[k] !== original.values[k]) return false;
    }
    return true;
  }

  /** What three plays of the keyframes. */
  #ordinary(): Player {
    const [track, result] = [this.#track, this.resultBuffer as never];
    return (this.#plain ??=
      track.ValueTypeName === 'bool'
        ? track.InterpolantFactoryMethodDiscrete(result)
        : track.InterpolantFactoryMethodLinear(result));
  }
}

function areEqual(a: Keys, b: Keys): boolean {
  const same = (x: ArrayLike<unknown>, y: ArrayLike<unknown>): boolean =>
    x.length === y.length && Array.from(x).every((value, i) => value === y[i]);
  return same(a.times, b.times) && same(a.values, b.values);
}
