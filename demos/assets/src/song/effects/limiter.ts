import { SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import { peaksOf } from './true-peak.js';

const LOOKAHEAD_SAMPLES = 220; // 5 ms
const RELEASE_SECONDS = 0.09;

/**
 * Lowers the level where it would exceed `ceiling`, and nowhere else. In place, without delay.
 *
 * The level goes down within 5 ms before a peak, as a straight line, and comes back gently afterwards; both
 * channels change together, so that the stereo image stays.
 */
export function limit(ceiling: number, out: Stereo): Stereo {
  const gains = smoothed(released(lowestAhead(peaksOf(out).map((peak) => Math.min(1, ceiling / peak)))));
  for (const channel of [out.left, out.right]) {
    for (let index = 0; index < channel.length; index++) channel[index] *= gains[index];
  }
  return out;
}

/**
 * The lowest of each value and the `LOOKAHEAD_SAMPLES` after it.
 *
 * Keeps an ascending queue of the values that can still become the lowest. O(1) per value.
 */
function lowestAhead(values: Float32Array): Float32Array {
  const lowest = new Float32Array(values.length);
  const queue = new Int32Array(values.length);
  let [front, back] = [0, 0];
  for (let index = 0; index < values.length + LOOKAHEAD_SAMPLES; index++) {
    if (index < values.length) {
      while (back > front && values[queue[back - 1]] >= values[index]) back--;
      queue[back++] = index;
    }
    const asking = index - LOOKAHEAD_SAMPLES;
    if (asking < 0) continue;
    while (queue[front] < asking) front++;
    lowest[asking] = values[queue[front]];
  }
  return lowest;
}

/** Down at once, up again slowly. */
function released(values: Float32Array): Float32Array {
  const share = 1 - Math.exp(-1 / (RELEASE_SECONDS * SAMPLE_RATE));
  let gain = 1;
  return values.map((value) => (gain = Math.min(value, gain + share * (1 - gain))));
}

/**
 * The mean of each value and the `LOOKAHEAD_SAMPLES` before it.
 *
 * The lookahead of each of them includes the peak, so their mean is low enough too.
 */
function smoothed(values: Float32Array): Float32Array {
  let sum = values[0] * (LOOKAHEAD_SAMPLES + 1);
  return values.map((value, index) => {
    sum += value - values[Math.max(0, index - LOOKAHEAD_SAMPLES - 1)];
    return sum / (LOOKAHEAD_SAMPLES + 1);
  });
}
