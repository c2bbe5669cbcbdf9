import { describe, expect, test } from 'vitest';
import { ducking } from '#demos/assets/src/song/effects/ducking.js';
import { echo } from '#demos/assets/src/song/effects/echo.js';
import { limit } from '#demos/assets/src/song/effects/limiter.js';
import { loudness } from '#demos/assets/src/song/effects/loudness.js';
import { reverb } from '#demos/assets/src/song/effects/reverb.js';
import { truePeak } from '#demos/assets/src/song/effects/true-peak.js';
import { createStereo, SAMPLE_RATE, type Stereo } from '#demos/assets/src/song/signal/stereo.js';

function steady(left: number, right: number): Stereo {
  const sound = createStereo(20_000);
  sound.left.fill(left);
  sound.right.fill(right);
  return sound;
}

/** A tone on the left for the first `seconds` of `length` samples. */
function tone(hertz: number, amplitude: number, seconds: number, length: number, phase = 0): Stereo {
  const sound = createStereo(length);
  for (let index = 0; index < seconds * SAMPLE_RATE; index++) {
    sound.left[index] = amplitude * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE + phase);
  }
  return sound;
}

describe('the limiter', () => {
  test('the limiter does not change a sound below its ceiling', () => {
    expect(limit(0.5, steady(0.25, -0.4))).toEqual(steady(0.25, -0.4));
  });

  test('the limiter lowers both channels together', () => {
    const { left, right } = limit(0.5, steady(2, -0.8));
    expect(left[10_000]).toBeCloseTo(0.5, 2);
    expect(right[10_000]).toBeCloseTo(-0.2, 2);
    expect(Math.max(...left)).toBeLessThanOrEqual(0.5);
  });

  test('the limiter lowers the level before a single peak and recovers slowly', () => {
    const sound = steady(0.1, 0.1);
    sound.left[5000] = 4;
    const { left, right } = limit(1, sound);
    expect(left[5000]).toBeLessThanOrEqual(1);
    expect(left[5000]).toBeGreaterThan(0.9);
    // 5 ms before, and a sample for the curve between samples
    expect(right[5000 - 222]).toBe(Math.fround(0.1));
    // 90 ms after it, 1/e of the way is left, smoothed over the 2.5 ms before: 1 - 0.75 * e^-1 * e^(110/3969)
    // = 0.716
    expect(right[5000 + 3969]).toBeCloseTo(0.0716, 3);
  });

  test('the limiter keeps the true peak below its ceiling', () => {
    // Four samples a turn, each at 45° from the top: they reach 0.707 of it.
    const sound = tone(SAMPLE_RATE / 4, 2, 20_000 / SAMPLE_RATE, 20_000, Math.PI / 4);
    expect(truePeak(sound)).toBeCloseTo(6.02, 1);
    expect(truePeak(limit(0.5, sound))).toBeCloseTo(-6.02, 1);
  });
});

describe('loudness', () => {
  test('the loudness of the reference tone of the standard', () => {
    const sound = tone(997, 1, 2, 2 * SAMPLE_RATE);
    expect(loudness(sound)).toBeCloseTo(-3.01, 1);
    expect(loudness({ left: sound.left, right: sound.left })).toBeCloseTo(0, 1);
  });

  test('silence does not count for the loudness', () => {
    // 17 whole blocks, three that are full by 3/4, 1/2 and 1/4: 10 log10(18.5 / 20) = -0.34 below -23.01
    expect(loudness(tone(997, 0.1, 2, 4 * SAMPLE_RATE))).toBeCloseTo(-23.35, 1);
    expect(loudness(createStereo(SAMPLE_RATE))).toBe(-Infinity);
  });

  test('the loudness weights bass less and treble more', () => {
    expect(loudness(tone(40, 1, 2, 2 * SAMPLE_RATE))).toBeLessThan(-7);
    expect(loudness(tone(6000, 1, 2, 2 * SAMPLE_RATE))).toBeCloseTo(0.3, 1); // the shelf: +4 dB, less 0.69
  });
});

describe('ducking, echo and reverb', () => {
  test('ducking starts before the kick and ends after it', () => {
    const depth = ducking([{ start: 1000, velocity: 1 }], 20_000);
    expect([depth[0], depth[1000], depth[12_466]]).toEqual([0, 1, 0]);
    expect(depth[6733]).toBeCloseTo(0.25, 6);
    expect(ducking([{ start: 0, velocity: 0.5 }], 10)[0]).toBe(0.5);
  });

  test('the echo alternates between left and right and gets softer', () => {
    const dry = createStereo(4000);
    dry.left[0] = dry.right[0] = 1;
    const { left, right } = echo(dry, 0.01);
    expect([left.findIndex((value) => value !== 0), right.findIndex((value) => value !== 0)]).toEqual([
      441, 882,
    ]);
    expect(right[882]).toBeLessThan(left[441]);
    expect(left[3 * 441]).toBeLessThan(right[882]);
  });

  test('the reverb falls by 60 dB in its time, and differs between left and right', () => {
    const dry = createStereo(2 * SAMPLE_RATE);
    dry.left[0] = dry.right[0] = 1;
    const { left, right } = reverb(dry, { seconds: 1, dampingHertz: 20_000 });
    const power = (from: number): number =>
      left.subarray(from, from + 8820).reduce((sum, value) => sum + value ** 2, 0);
    // Half a second, half of the way; high tones go a little sooner.
    const decibels = 10 * Math.log10(power(0.3 * SAMPLE_RATE) / power(0.8 * SAMPLE_RATE));
    expect(decibels).toBeGreaterThan(29);
    expect(decibels).toBeLessThan(36);
    expect(left[20_000]).not.toBe(right[20_000]);
  });
});
