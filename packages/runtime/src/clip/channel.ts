import type { SampledChannel } from '../bake/bake-channel.js';
import type { KeyCursor } from '../motion/key-cursor.js';
import { sampleBoneInto, sampleBonePhysics } from '../motion/sample-bone.js';
import { sampleMorph, samplePropertyAt } from '../motion/sample.js';
import type { BoneTrack, MorphTrack, PropertyTrack } from '../motion/tracks.js';

/*
 * A channel is one property of a target and how to sample it. Exact tracks play a channel, baked tracks copy
 * it, additive layers wrap it. All its values come from the samplers of `motion`.
 */

/** Writes the value at a frame to `out`, from 0. Allocates nothing. */
export type Sampler<O> = (frame: number, out: O, cursor?: KeyCursor) => void;

/** A value that changes smoothly. */
export interface NumericChannel extends SampledChannel {
  /** The track's name, in the syntax of PropertyBinding. */
  readonly name: string;
  /** For a vector: how many MMD units one of its own units is. */
  readonly unit?: number;
}

/** A value that is on or off. */
export interface SwitchChannel {
  readonly kind: 'switch';
  readonly name: string;
  readonly frames: Float64Array;
  readonly sample: Sampler<boolean[]>;
}

export type Channel = NumericChannel | SwitchChannel;

const unused = /* @__PURE__ */ new Float64Array(4);

/** A bone's translation from rest, x y z. */
export function positionChannel(name: string, track: BoneTrack): NumericChannel {
  return {
    kind: 'vector',
    name,
    frames: track.frames,
    sample: (frame, out, cursor) => sampleBoneInto(track, frame, out, 0, unused, 0, cursor),
  };
}

/** A bone's rotation from rest, x y z w. */
export function rotationChannel(name: string, track: BoneTrack): NumericChannel {
  return {
    kind: 'quaternion',
    name,
    frames: track.frames,
    sample: (frame, out, cursor) => sampleBoneInto(track, frame, unused, 0, out, 0, cursor),
  };
}

/** Whether the physics of a bone is on. */
export function physicsChannel(name: string, track: BoneTrack): SwitchChannel {
  return {
    kind: 'switch',
    name,
    frames: track.frames,
    sample: (frame, out, cursor) => {
      out[0] = sampleBonePhysics(track, frame, cursor) !== 0;
    },
  };
}

export function morphChannel(name: string, track: MorphTrack): NumericChannel {
  return {
    kind: 'number',
    name,
    frames: track.frames,
    sample: (frame, out, cursor) => {
      out[0] = sampleMorph(track, frame, cursor);
    },
  };
}

export function visibleChannel(name: string, track: PropertyTrack): SwitchChannel {
  return propertyChannel(name, track, 0);
}

/** `ik`: the index in `track.ikNames`. */
export function ikChannel(name: string, track: PropertyTrack, ik: number): SwitchChannel {
  return propertyChannel(name, track, 1 + ik);
}

function propertyChannel(name: string, track: PropertyTrack, index: number): SwitchChannel {
  return {
    kind: 'switch',
    name,
    frames: track.frames,
    sample: (frame, out, cursor) => {
      out[0] = samplePropertyAt(track, index, frame, cursor) !== 0;
    },
  };
}
