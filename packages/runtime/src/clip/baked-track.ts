import {
  BooleanKeyframeTrack,
  type KeyframeTrack,
  NumberKeyframeTrack,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';
import { bakeChannel, roundDown32 } from '../bake/bake-channel.js';
import type { BakeTolerance } from '../bake/tolerance.js';
import { FRAMES_PER_SECOND } from '../motion/frames.js';
import type { Channel, NumericChannel, SwitchChannel } from './channel.js';

/**
 * An ordinary track with straight lines between as few keyframes as the tolerance allows, from frame 0 to
 * `lastFrame`.
 *
 * O(keys + bends); a switch keeps one keyframe for each time that it flips.
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
  const { times, values } = bakeChannel(channel, from, to, toleranceOf(channel, tolerance));
  return new TRACKS[channel.kind](
    channel.name,
    times,
    values.flatMap((value) => [...value]),
  );
}

const TRACKS = {
  vector: VectorKeyframeTrack,
  quaternion: QuaternionKeyframeTrack,
  number: NumberKeyframeTrack,
};

/** The tolerance in the channel's own unit: radians for a quaternion. */
function toleranceOf({ kind, unit = 1 }: NumericChannel, tolerance: Required<BakeTolerance>): number {
  if (kind === 'vector') return tolerance.position / unit;
  return kind === 'quaternion' ? (tolerance.angle * Math.PI) / 180 : tolerance.weight;
}

/** A switch flips a tenth of a microsecond early, so that a whole frame never falls before its keyframe. */
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
