import {
  BooleanKeyframeTrack,
  type KeyframeTrack,
  NumberKeyframeTrack,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';
import { fewKeys } from '../motion/few-keys.js';
import { FRAMES_PER_SECOND } from '../motion/seconds-to-frame.js';
import { bakeKeys, type BakedKeys } from './bake-keys.js';
import { deviates, interpolate } from './baked-value.js';
import { type Channel, CHANNEL_SIZES, type NumericChannel, type SwitchChannel } from './channel.js';
import { roundDown32 } from './float32-time.js';

/** How far a baked clip may be from the motion. */
export interface BakeTolerance {
  /** MMD units. */
  readonly position?: number; // 0.002
  /** Degrees. */
  readonly angle?: number; // 0.05
  /** Of morphs. */
  readonly weight?: number; // 0.001
}

export const BAKE_TOLERANCE_DEFAULTS: Required<BakeTolerance> = {
  position: 0.002,
  angle: 0.05,
  weight: 0.001,
};

/** The tolerance is shared out: to keys that may stay, and to those that do. The rest is margin. */
const SHARE_OF_CANDIDATES = 1 / 8;
const SHARE_OF_KEYS = 13 / 16;

/**
 * An ordinary track with straight lines between as few keys as the tolerance asks for, from frame 0 to `lastFrame`.
 *
 * O(keys + bends); a switch keeps one key for each time that it flips.
 */
export function createBakedTrack(
  channel: Channel,
  lastFrame: number,
  tolerance: Required<BakeTolerance>,
): KeyframeTrack {
  if (channel.kind === 'switch') return bakeSwitch(channel, lastFrame);
  const { frames } = channel;
  const from = Math.min(Math.max(frames[0], 0), lastFrame);
  const to = Math.min(frames[frames.length - 1], lastFrame);
  const allowed = toleranceOf(channel, tolerance);
  const keys = bakeKeys(channel, from, to, allowed * SHARE_OF_CANDIDATES);
  const kept = keepFew(channel.kind, keys, allowed * SHARE_OF_KEYS);
  const size = CHANNEL_SIZES[channel.kind];
  const values = kept.flatMap((i) => Array.from(keys.values.subarray(size * i, size * (i + 1))));
  const times = kept.map((i) => keys.times[i]);
  return new TRACKS[channel.kind](channel.name, times, values);
}

const TRACKS = {
  vector: VectorKeyframeTrack,
  quaternion: QuaternionKeyframeTrack,
  number: NumberKeyframeTrack,
};

function toleranceOf({ kind, unit = 1 }: NumericChannel, tolerance: Required<BakeTolerance>): number {
  if (kind === 'vector') return tolerance.position / unit;
  return kind === 'quaternion' ? (tolerance.angle * Math.PI) / 180 : tolerance.weight;
}

/** The indices of the keys that stay: from each, the next is as far as a straight line will do. */
function keepFew(kind: NumericChannel['kind'], { times, values }: BakedKeys, tolerance: number): number[] {
  const size = CHANNEL_SIZES[kind];
  const between = new Float64Array(size);
  const isWithin = (a: number, b: number): boolean => {
    for (let i = a + 1; i < b; i++) {
      const t = (times[i] - times[a]) / (times[b] - times[a]);
      interpolate(kind, values, size * a, values, size * b, t, between);
      if (deviates(kind, between, values, tolerance, size * i)) return false;
    }
    return true;
  };
  const kept = fewKeys(times.length, isWithin);
  // A still channel needs no second key.
  const isStill =
    kept.length === 2 &&
    values.subarray(0, size).every((v, i) => v === values[size * (times.length - 1) + i]);
  return isStill ? [0] : kept;
}

/** A switch flips a tenth of a microsecond early, so that a whole frame never falls before its key. */
const EARLY_SECONDS = 1e-7;

function bakeSwitch({ name, frames, sample }: SwitchChannel, lastFrame: number): KeyframeTrack {
  const times: number[] = [];
  const values: boolean[] = [];
  const state = [true];
  for (const frame of [0, ...frames.filter((key) => key > 0 && key <= lastFrame)]) {
    sample(frame, state);
    if (values.at(-1) === state[0]) continue;
    const time = Math.max(roundDown32(frame / FRAMES_PER_SECOND - EARLY_SECONDS), 0);
    if (times.at(-1) === time) {
      times.pop();
      values.pop();
    }
    times.push(time);
    values.push(state[0]);
  }
  return new BooleanKeyframeTrack(name, times, values);
}
