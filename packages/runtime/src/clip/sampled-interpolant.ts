import { Interpolant, type TypedArray } from 'three';
import { KeyCursor } from '../motion/key-cursor.js';
import { secondsToFrame } from '../motion/seconds-to-frame.js';
import type { Sampler } from './channel.js';

/**
 * What plays a channel in an AnimationMixer: gives its value at a time in seconds, as the samplers of `motion` do.
 *
 * Each action has interpolants of its own, and so cursors of its own. Allocates nothing; O(1) while time flows, else
 * O(log keys).
 */
export class SampledInterpolant<O extends object> extends Interpolant {
  readonly #sample: Sampler<O>;
  readonly #cursor = new KeyCursor();

  /** `result` undefined: a buffer of its own; three's actions give null and set `resultBuffer` when they bind. */
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

  /** Never called: `evaluate` is our own, keys are found by the cursor. */
  override interpolate_(): TypedArray {
    return this.resultBuffer;
  }
}

let lastSeconds = NaN;
let lastFrame = 0;

/** Hundreds of tracks ask for the same time: its frame is made once, as a number on the heap costs 16 bytes. */
function frameAt(seconds: number): number {
  if (seconds !== lastSeconds) {
    lastSeconds = seconds;
    lastFrame = secondsToFrame(seconds);
  }
  return lastFrame;
}
