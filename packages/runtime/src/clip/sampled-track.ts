import {
  BooleanKeyframeTrack,
  Interpolant,
  KeyframeTrack,
  type KeyframeTrackJSON,
  NumberKeyframeTrack,
  QuaternionKeyframeTrack,
  type TypedArray,
  VectorKeyframeTrack,
} from 'three';
import { VALUE_SIZES } from '../bake/straight.js';
import { FRAMES_PER_SECOND, secondsToFrame } from '../motion/frames.js';
import { KeyCursor } from '../motion/key-cursor.js';
import type { Channel, Sampler } from './channel.js';

/**
 * A track that plays a channel exactly: its interpolant calls the samplers of `motion`, and its own keyframes
 * only show where those of the motion are.
 *
 * Times are seconds in 64 bits: with three's 32 bits, every other whole frame would fall before its keyframe.
 * `clone()` keeps the sampler. Tools that rewrite times or values would change nothing that is played.
 * Therefore they throw: `toJSON`, `trim`, `optimize`, `shift`, `scale`, and with them
 * `AnimationUtils.subclip`; also `AnimationUtils.makeClipAdditive` and `GLTFExporter`. O(keys).
 */
export function createSampledTrack(channel: Channel): KeyframeTrack {
  const { name, frames } = channel;
  const times = frames.map((frame) => frame / FRAMES_PER_SECOND);
  if (channel.kind === 'switch') {
    const values = keyValues<boolean[]>([], 1, frames, channel.sample);
    const track = new SampledBooleanTrack(name, times, values);
    return playing(track, channel.sample, 1);
  }
  const size = VALUE_SIZES[channel.kind];
  const values = keyValues(new Float32Array(size * frames.length), size, frames, channel.sample);
  return playing(new NUMERIC_TRACKS[channel.kind](name, times, values), channel.sample, size);
}

/** A subclass with the constructor that three's `clone` calls: name, times, values. */
function sampled(Base: typeof KeyframeTrack): typeof KeyframeTrack {
  class SampledTrack extends Base {
    static override toJSON(): KeyframeTrackJSON {
      return refuse('toJSON');
    }
    override trim(): this {
      return refuse('trim');
    }
    override optimize(): this {
      return refuse('optimize');
    }
    override shift(): this {
      return refuse('shift');
    }
    override scale(): this {
      return refuse('scale');
    }
  }
  // On the prototype, because the constructor reads it before it would set a field.
  SampledTrack.prototype.TimeBufferType = Float64Array;
  return SampledTrack;
}

const SampledBooleanTrack = /* @__PURE__ */ sampled(BooleanKeyframeTrack);

const NUMERIC_TRACKS = {
  vector: /* @__PURE__ */ sampled(VectorKeyframeTrack),
  quaternion: /* @__PURE__ */ sampled(QuaternionKeyframeTrack),
  number: /* @__PURE__ */ sampled(NumberKeyframeTrack),
};

function refuse(what: string): never {
  throw new Error(
    `${what} cannot change an exact clip, which plays the motion and not its own keys. ` +
      `Use createAnimationClip with interpolation: 'baked', or call motion.slice, offset or retime first.`,
  );
}

/** Gives a track the interpolant of a channel, as a property of the track itself, which `clone` copies. */
function playing<O extends object>(track: KeyframeTrack, sample: Sampler<O>, size: number): KeyframeTrack {
  // three types times as 32 bits; TimeBufferType made them 64.
  const times = track.times as TypedArray as Float64Array;
  const { values } = track;
  const createInterpolant = (result?: TypedArray): SampledInterpolant<O> =>
    new SampledInterpolant(times, values, size, result, sample);
  // makeClipAdditive and GLTFExporter read this before they use the keyframes as the motion.
  Object.defineProperty(createInterpolant, 'isInterpolantFactoryMethodGLTFCubicSpline', {
    get: () => refuse('makeClipAdditive or GLTFExporter'),
  });
  return Object.assign(track, { createInterpolant });
}

function keyValues<V extends Float32Array | boolean[]>(
  values: V,
  size: number,
  frames: Float64Array,
  sample: Sampler<V>,
): V {
  const value = (values instanceof Float32Array ? new Float32Array(size) : []) as V;
  frames.forEach((frame, key) => {
    sample(frame, value);
    for (let i = 0; i < size; i++) values[size * key + i] = value[i];
  });
  return values;
}

/**
 * Plays a channel in an AnimationMixer: gives its value at a time in seconds, from the samplers of `motion`.
 *
 * Each action has its own interpolants, and so its own cursors. Allocates nothing; O(1) during playback,
 * otherwise O(log keys).
 */
class SampledInterpolant<O extends object> extends Interpolant {
  readonly #sample: Sampler<O>;
  readonly #cursor = new KeyCursor();

  /**
   * `result` undefined: allocates a buffer. three's actions pass null and set `resultBuffer` when they bind.
   */
  constructor(
    times: Float64Array,
    values: TypedArray,
    size: number,
    result: TypedArray | undefined,
    sample: Sampler<O>,
  ) {
    super(times, values, size, result);
    this.#sample = sample;
  }

  override evaluate(seconds: number): TypedArray {
    this.#sample(frameAt(seconds), this.resultBuffer as object as O, this.#cursor);
    return this.resultBuffer;
  }

  /** Never called: `evaluate` above does not look for keyframes. */
  override interpolate_(): TypedArray {
    return this.resultBuffer;
  }
}

let lastSeconds = NaN;
let lastFrame = 0;

/**
 * Computes a frame once for the hundreds of tracks that ask for the same time: each number on the heap takes
 * 16 bytes.
 */
function frameAt(seconds: number): number {
  if (seconds !== lastSeconds) {
    lastSeconds = seconds;
    lastFrame = secondsToFrame(seconds);
  }
  return lastFrame;
}
