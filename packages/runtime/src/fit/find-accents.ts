import { FRAMES_PER_SECOND } from '../motion/frames.js';
import { POINTS, speedsOf, type WatchedMotion } from './watch-motion.js';

/** A moment at which a hand, a foot, the head or the hips arrive. */
export interface Accent {
  /** Of the motion, fractional. */
  readonly frame: number;
  /** How much the point brakes: 1 = from a speed that it reaches in a tenth of its time to a stop. */
  readonly strength: number;
}

/** Units a frame: a point that never moves faster than this stands still. */
const STILL = 0.02;
/** The part of the top speed by which a point must brake and speed up again. */
const LEAST_DROP = 0.2;
/** A point has arrived when this part of its drop of speed is left. */
const ARRIVED = 0.04;
const MAX_STRENGTH = 1.5;

/** All accents of a motion, point by point. O(frames). */
export function findAccents(watched: WatchedMotion): Accent[] {
  return POINTS.flatMap((_, point) => accentsOf(speedsOf(watched, point)));
}

/** The valleys of a speed that follow a peak. */
function accentsOf(speeds: Float64Array): Accent[] {
  const top = speeds.slice().sort()[Math.floor(0.9 * (speeds.length - 1))];
  if (!(top > STILL)) return [];
  const least = LEAST_DROP * top;
  const accents: Accent[] = [];
  let [peak, valley] = [0, -1]; // frames; the valley is that since the peak
  const end = (): void => {
    const drop = speeds[peak] - speeds[valley];
    if (drop < least) return;
    accents.push({
      frame: arrival(speeds, peak, speeds[valley] + ARRIVED * drop),
      strength: Math.min(drop / top, MAX_STRENGTH),
    });
  };
  for (let i = 1; i < speeds.length; i++) {
    if (valley < 0) {
      if (speeds[i] >= speeds[peak]) peak = i;
      else if (speeds[i] <= speeds[peak] - least) valley = i;
    } else if (speeds[i] < speeds[valley]) valley = i;
    else if (speeds[i] >= speeds[valley] + least) {
      end();
      [peak, valley] = [i, -1];
    }
  }
  if (valley >= 0) end();
  return accents;
}

/** The first frame after a peak at which a speed falls to a value, fractional. */
function arrival(speeds: Float64Array, peak: number, value: number): number {
  let i = peak + 1;
  while (speeds[i] > value) i++;
  return i - (value - speeds[i]) / (speeds[i - 1] - speeds[i]);
}

/** Seconds over which an accent is spread. */
const SPREAD = 0.035;

/** The accents as onsets, in units of their spread over the whole motion: so many a second. */
export function onsetsOfAccents(accents: readonly Accent[], frames: number, rate: number): Float64Array {
  const onsets = new Float64Array(Math.ceil((frames / FRAMES_PER_SECOND) * rate));
  const reach = Math.ceil(3 * SPREAD * rate);
  for (const { frame, strength } of accents) {
    const at = (frame / FRAMES_PER_SECOND) * rate;
    for (let i = Math.max(Math.floor(at) - reach, 0); i <= Math.min(at + reach, onsets.length - 1); i++)
      onsets[i] += strength * Math.exp(-0.5 * ((i - at) / (SPREAD * rate)) ** 2);
  }
  const spread = Math.sqrt(onsets.reduce((sum, value) => sum + value * value, 0) / (onsets.length || 1));
  return spread > 0 ? onsets.map((value) => value / spread) : onsets;
}
