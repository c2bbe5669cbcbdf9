import {
  BooleanKeyframeTrack,
  KeyframeTrack,
  type KeyframeTrackJSON,
  NumberKeyframeTrack,
  QuaternionKeyframeTrack,
  type TypedArray,
  VectorKeyframeTrack,
} from 'three';
import { FRAMES_PER_SECOND } from '../motion/seconds-to-frame.js';
import { type Channel, CHANNEL_SIZES, type Sampler } from './channel.js';
import { SampledInterpolant } from './sampled-interpolant.js';

/**
 * A track that plays a channel exactly: its interpolant calls the samplers of `motion`, its keys only say where they are.
 *
 * Times are seconds in 64 bits: with three's 32, every other whole frame would fall before its key. `clone()` keeps the
 * sampler. What rewrites times or values would change nothing that is played, and so it throws: `toJSON`, `trim`,
 * `optimize`, `shift`, `scale`, and with them `AnimationUtils.subclip`; also `AnimationUtils.makeClipAdditive` and
 * `GLTFExporter`. O(keys).
 */
export function createSampledTrack(channel: Channel): KeyframeTrack {
  const { name, frames } = channel;
  const times = frames.map((frame) => frame / FRAMES_PER_SECOND);
  if (channel.kind === 'switch') {
    const values = keyValues<boolean[]>([], 1, frames, channel.sample);
    const track = new SampledBooleanTrack(name, times, values);
    return playing(track, channel.sample, 1);
  }
  const size = CHANNEL_SIZES[channel.kind];
  const values = keyValues(new Float32Array(size * frames.length), size, frames, channel.sample);
  return playing(new NUMERIC_TRACKS[channel.kind](name, times, values), channel.sample, size);
}

/** A subclass that three's constructors and `clone` can make: name, times, values. */
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
  // On the prototype: the constructor reads it before a field would be set.
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
    `${what}: the keys of an exact clip are not what it plays. ` +
      `Use createAnimationClip with interpolation: 'baked', or motion.slice, offset or retime before it.`,
  );
}

/** The factory is a property of the track itself, which is what `clone` copies. */
function playing<O extends object>(track: KeyframeTrack, sample: Sampler<O>, size: number): KeyframeTrack {
  // three types times as 32 bits; TimeBufferType made them 64.
  const times = track.times as TypedArray as Float64Array;
  const { values } = track;
  const createInterpolant = (result?: TypedArray): SampledInterpolant<O> =>
    new SampledInterpolant(times, values, size, result, sample);
  // The one thing that makeClipAdditive and GLTFExporter read before they take the keys for the motion.
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
