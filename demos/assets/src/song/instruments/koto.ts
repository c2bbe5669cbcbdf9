import { OnePole } from '../signal/filters.js';
import { hertzOf, panGains, SAMPLE_RATE, type Stereo } from '../signal/stereo.js';
import type { Tone } from './event.js';

/** Where the string is plucked, as a share of its length: near the bridge, hence the bite. */
const PLUCK_PLACE = 0.13;
const FADE_SECONDS = 0.08;

/**
 * A plucked string: noise that runs round a delay line as long as a period, and is smoothed each time.
 *
 * @see Jaffe, Smith: "Extensions of the Karplus-Strong plucked-string algorithm", 1983.
 */
export function playKoto({ start, seconds, pitch, velocity, pan = 0, random }: Tone, out: Stereo): void {
  const hertz = hertzOf(pitch);
  // The smoothing of two neighbours delays by half a sample, the all-pass by the remaining fraction.
  const period = SAMPLE_RATE / hertz - 0.5;
  const length = Math.floor(period - 0.3);
  const fraction = period - length;
  const tuning = (1 - fraction) / (1 + fraction);
  const string = pluckedString(length, velocity, random.next.bind(random));
  const decay = 10 ** (-3 / (hertz * ringSeconds(pitch)));
  const [left, right] = panGains(pan);
  const end = Math.min(out.left.length, start + Math.round((seconds + FADE_SECONDS) * SAMPLE_RATE));
  let [place, before, input, output] = [0, 0, 0, 0];
  for (let index = start; index < end; index++) {
    const now = string[place];
    const smooth = decay * 0.5 * (now + before);
    before = now;
    output = tuning * smooth + input - tuning * output;
    input = smooth;
    string[place] = output;
    place = place + 1 < length ? place + 1 : 0;
    const rest = seconds + FADE_SECONDS - (index - start) / SAMPLE_RATE;
    const value = 0.8 * velocity * now * Math.min(1, rest / FADE_SECONDS);
    out.left[index] += left * value;
    out.right[index] += right * value;
  }
}

/** Low strings ring on for longer: seconds to -60 dB. */
function ringSeconds(pitch: number): number {
  return 2.4 * 2 ** ((69 - pitch) / 24);
}

function pluckedString(length: number, velocity: number, next: () => number): Float64Array {
  const noise = new Float64Array(length);
  const soft = new OnePole(2500 + 9000 * velocity);
  for (let index = 0; index < length; index++) noise[index] = soft.next(2 * next() - 1);
  const offset = Math.max(1, Math.round(PLUCK_PLACE * length));
  const string = noise.map((value, index) => value - noise[(index + offset) % length]);
  // Even loudness, whatever the noise was; what does not move would never die away.
  const mean = string.reduce((sum, value) => sum + value, 0) / length;
  const power = string.reduce((sum, value) => sum + (value - mean) ** 2, 0) / length;
  return string.map((value) => (0.4 * (value - mean)) / Math.sqrt(power));
}
