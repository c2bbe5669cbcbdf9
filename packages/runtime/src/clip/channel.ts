import type { KeyCursor } from '../motion/key-cursor.js';
import { sampleBoneInto, sampleBonePhysics, type Writable } from '../motion/sample-bone.js';
import { sampleMorph } from '../motion/sample-morph.js';
import { sampleProperty } from '../motion/sample-property.js';
import type { BoneTrack, MorphTrack, PropertyTrack } from '../motion/tracks.js';

/*
 * A channel: one property of a target and how to sample it. Exact tracks play a channel, baked tracks copy it, additive
 * layers wrap it. Whatever it gives comes from the samplers of `motion`.
 */

/** Samples at a frame into `out`, from 0. Allocates nothing. */
export type Sampler<O> = (frame: number, out: O, cursor?: KeyCursor) => void;

/** Numbers that change smoothly: 3 of a vector, 4 of a quaternion, or 1. */
export interface NumericChannel {
  readonly kind: 'vector' | 'quaternion' | 'number';
  /** The track's name, as PropertyBinding reads it. */
  readonly name: string;
  readonly frames: Float64Array;
  readonly sample: Sampler<Writable>;
  /** Of a vector: how many MMD units make one of its own. */
  readonly unit?: number;
}

/** Something on or off. */
export interface SwitchChannel {
  readonly kind: 'switch';
  readonly name: string;
  readonly frames: Float64Array;
  readonly sample: Sampler<boolean[]>;
}

export type Channel = NumericChannel | SwitchChannel;

/** Numbers a key. */
export const CHANNEL_SIZES: Readonly<Record<NumericChannel['kind'], number>> = {
  vector: 3,
  quaternion: 4,
  number: 1,
};

const unused = /* @__PURE__ */ new Float64Array(4);

/** A bone's move from rest, x y z. */
export function positionChannel(name: string, track: BoneTrack): NumericChannel {
  return {
    kind: 'vector',
    name,
    frames: track.frames,
    sample: (frame, out, cursor) => sampleBoneInto(track, frame, out, 0, unused, 0, cursor),
  };
}

/** A bone's turn from rest, x y z w. */
export function rotationChannel(name: string, track: BoneTrack): NumericChannel {
  return {
    kind: 'quaternion',
    name,
    frames: track.frames,
    sample: (frame, out, cursor) => sampleBoneInto(track, frame, unused, 0, out, 0, cursor),
  };
}

/** Is the physics of a bone on? */
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

/** `ik`: the place in `track.ikNames`. */
export function ikChannel(name: string, track: PropertyTrack, ik: number): SwitchChannel {
  return propertyChannel(name, track, 1 + ik);
}

function propertyChannel(name: string, track: PropertyTrack, index: number): SwitchChannel {
  const state = new Uint8Array(1 + track.ikNames.length);
  return {
    kind: 'switch',
    name,
    frames: track.frames,
    sample: (frame, out, cursor) => {
      out[0] = sampleProperty(track, frame, state, cursor)[index] !== 0;
    },
  };
}
