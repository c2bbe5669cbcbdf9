import { expect, test } from 'vitest';
import { findSections } from '#src/runtime/fit/find-sections.js';

const RATE = 10;

/** Bars of two seconds, each of an amplitude. */
function songOf(amplitudes: readonly number[]) {
  const seconds = 2 * amplitudes.length;
  const perMoment = Float64Array.from(
    { length: seconds * RATE },
    (_, i) => amplitudes[Math.floor(i / RATE / 2)],
  );
  const bars = Float64Array.from(amplitudes, (_, i) => 2 * i);
  return { beats: bars, bars, seconds, rate: RATE, onsets: perMoment, loudness: perMoment };
}

const bars = (count: number, amplitude: number): number[] => Array.from({ length: count }, () => amplitude);

test('loud and busy bars are choruses, others verses or quiet', () => {
  const song = songOf([...bars(4, 0.05), ...bars(8, 0.4), ...bars(8, 1), ...bars(8, 0.4), ...bars(4, 1)]);
  expect(findSections(song).map(({ start, end, kind }) => [start, end, kind])).toEqual([
    [0, 8, 'quiet'],
    [8, 24, 'verse'],
    [24, 40, 'chorus'],
    [40, 56, 'verse'],
    [56, 64, 'chorus'],
  ]);
});

test('a song that never changes is one section, and one without bars has none', () => {
  expect(findSections(songOf(bars(16, 0.5)))).toEqual([{ start: 0, end: 32, energy: 0.5, kind: 'verse' }]);
  expect(findSections(songOf([]))).toEqual([]);
});
