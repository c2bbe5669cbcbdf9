import { OnePole } from '../signal/filters.js';
import { createStereo, SAMPLE_RATE, type Stereo } from '../signal/stereo.js';

const FEEDBACK = 0.42;
const TONE_HERTZ = 3200;

/**
 * Echoes alone, duller each time, that go from left to right and back. The first comes after `seconds`, from
 * the left.
 */
export function echo(dry: Stereo, seconds: number): Stereo {
  const delay = Math.round(seconds * SAMPLE_RATE);
  const wet = createStereo(dry.left.length);
  const tones = [new OnePole(TONE_HERTZ), new OnePole(TONE_HERTZ)];
  for (let index = delay; index < dry.left.length; index++) {
    const past = index - delay;
    const sent = 0.5 * (dry.left[past] + dry.right[past]);
    wet.left[index] = tones[0].next(sent + FEEDBACK * wet.right[past]);
    wet.right[index] = tones[1].next(FEEDBACK ** 0.5 * wet.left[past]);
  }
  return wet;
}
