import { describe, expect, test } from 'vitest';
import { lips } from '#src/runtime/companion/lips/lips.js';
import { type AnalyserSettings, SimulatedAnalyser } from '#test/support/simulated-analyser.js';
import {
  CHILD,
  MAN,
  SERIES,
  type Singer,
  singVowels,
  VOWEL_SECONDS,
  WOMAN,
} from '#test/support/sung-vowels.js';
import { rateLips, watchLips } from './heard-vowels.js';

const vowelAt = (seconds: number): number => SERIES[Math.floor(seconds / VOWEL_SECONDS)] ?? -1;
const woman: Singer = { formants: WOMAN, pitch: 220, kind: 'throat' };

/** Noise of the same kind in every run, up to `level`. */
function noise(length: number, level: number): Float32Array {
  let seed = 1;
  return Float32Array.from({ length }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return level * (seed / 2 ** 31 - 1);
  });
}

const join = (...parts: Float32Array[]): Float32Array =>
  Float32Array.from(parts.flatMap((part) => [...part]));

describe('a voice that sings a series of vowels', () => {
  test.each<[string, Singer]>([
    ['a man’s, low', { formants: MAN, pitch: 100, kind: 'throat' }],
    ['a man’s', { formants: MAN, pitch: 150, kind: 'bank' }],
    ['a woman’s', woman],
    ['a woman’s, by a synthesizer', { formants: WOMAN, pitch: 220, kind: 'bank' }],
    ['a woman’s, high', { formants: WOMAN, pitch: 350, kind: 'throat' }],
    ['a child’s', { formants: CHILD, pitch: 300, kind: 'throat' }],
  ])('%s: the right vowel wins, at most 80 ms late, in at least 85 of 100 frames', (_, singer) => {
    const { part, lag } = rateLips(watchLips(singVowels(singer, 44100)), vowelAt);
    expect(part).toBeGreaterThanOrEqual(0.85);
    expect(lag).toBeLessThanOrEqual(0.08);
  });

  test.each<[string, AnalyserSettings]>([
    ['1024 samples, not smoothed', { fftSize: 1024, smoothingTimeConstant: 0 }],
    ['8192 samples, smoothed much', { fftSize: 8192, smoothingTimeConstant: 0.95 }],
    ['48000 samples a second', { sampleRate: 48000 }],
    ['16000 samples a second', { sampleRate: 16000 }],
  ])('the analyser may keep %s', (_, settings) => {
    const samples = singVowels(woman, settings.sampleRate ?? 44100);
    const { part, lag } = rateLips(watchLips(samples, settings), vowelAt);
    expect(part).toBeGreaterThanOrEqual(0.85);
    expect(lag).toBeLessThanOrEqual(0.08);
  });

  test('the mouth opens within 80 ms of a sound, and shuts within 80 ms of its end', () => {
    const samples = join(new Float32Array(44100), singVowels(woman, 44100, [0, 0]), new Float32Array(22050));
    const frames = watchLips(samples);
    expect(frames.find(({ sum }) => sum > 0)!.time).toBeGreaterThan(1);
    expect(frames.find(({ sum }) => sum > 0.5)!.time).toBeLessThanOrEqual(1.08);
    expect(frames.findLast(({ sum }) => sum > 0.5)!.time).toBeLessThanOrEqual(1.6 + 0.08);
    expect(Math.max(...frames.map(({ sum }) => sum))).toBeLessThanOrEqual(1);
  });
});

describe('the gate', () => {
  test('noise of a room does not open the mouth once it is known; a voice above it does', () => {
    const room = noise(18 * 44100, 0.004);
    const voice = singVowels(woman, 44100);
    for (let i = 0; i < voice.length; i++) room[12 * 44100 + i] += voice[i];
    const frames = watchLips(room);
    const open = (from: number, to: number): number => {
      const part = frames.filter(({ time }) => time > from && time <= to);
      return part.filter(({ vowel }) => vowel >= 0).length / part.length;
    };
    expect(open(8, 12)).toBe(0);
    expect(open(12.1, 18)).toBe(1);
  });

  test('soft and loud voices open the mouth alike', () => {
    const loud = singVowels(woman, 44100);
    for (const gain of [0.02, 2]) {
      const frames = watchLips(loud.map((sample) => gain * sample)).slice(6);
      expect(frames.filter(({ sum }) => sum < 0.5)).toEqual([]);
    }
  });

  test('digital silence, and samples that are not numbers, shut the mouth', () => {
    for (const sample of [0, NaN]) {
      const frames = watchLips(new Float32Array(22050).fill(sample));
      expect(frames.every(({ sum }) => sum === 0)).toBe(true);
    }
  });
});

test('an analyser that keeps less than 22 ms is refused', () => {
  const analyser = new SimulatedAnalyser(new Float32Array(), { fftSize: 512 });
  expect(() => lips(analyser)).toThrow('the fftSize of the analyser must be 1024 or more, not 512');
  const mouth = lips();
  expect(() => (mouth.source = analyser)).toThrow(RangeError);
});
