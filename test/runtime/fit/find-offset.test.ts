import { Motion } from '@odori/runtime/motion';
import { expect, test } from 'vitest';
import { findOffset } from '#src/runtime/fit/find-offset.js';
import { stepper } from './stepper.js';

const RATE = 90;

/** A song of 20 seconds that sounds where a dance of four phrases moves: 10 beats, then a rest of 6. */
function heard(from: number) {
  const onsets = new Float64Array(20 * RATE);
  const loudness = new Float64Array(20 * RATE).fill(0.1);
  for (let beat = 0; beat < 20; beat++) {
    const at = Math.round((from + beat / 2 + (beat < 10 ? 0 : 3)) * RATE);
    onsets[at] = 4;
    loudness.fill(1, at, at + RATE / 2);
  }
  return { beats: new Float64Array(), bars: new Float64Array(), seconds: 20, rate: RATE, onsets, loudness };
}

const dance = Motion.from(stepper(9), stepper(9).offset(240));

test.each([0, 1.2, 3.4])('a dance that begins %f seconds after the song is found', async (from) => {
  const { seconds, confidence } = await findOffset(heard(from), dance);
  expect(Math.abs(seconds - from)).toBeLessThan(0.07);
  expect(confidence).toBeGreaterThan(0.2);
});

test('a dance that repeats the same steps on a steady song fits everywhere, and the proposal says so', async () => {
  const beats = Array.from({ length: 64 }, (_, beat) => beat * 45);
  const onsets = new Float64Array(32 * RATE);
  const loudness = new Float64Array(32 * RATE).fill(0.001);
  for (const at of beats) {
    onsets[at] = 4;
    for (let i = 0; i < 20; i++) loudness[at + i] = Math.exp(-i / 4);
  }
  const steady = { ...heard(0), seconds: 32, onsets, loudness };
  const { seconds, confidence } = await findOffset(steady, stepper(64));
  const offBeat = Math.abs(2 * seconds - Math.round(2 * seconds)) / 2;
  expect(offBeat).toBeLessThan(0.1);
  expect(confidence).toBeLessThan(0.3);
});

test('nothing heard or nothing danced is no offset, with no confidence', async () => {
  const nothing = { seconds: 0, confidence: 0 };
  expect(await findOffset(heard(0), Motion.from())).toEqual(nothing);
  const silence = { ...heard(0), onsets: new Float64Array(), loudness: new Float64Array() };
  expect(await findOffset(silence, dance)).toEqual(nothing);
  await expect(findOffset(heard(0), dance, { most: 0 })).rejects.toThrow(
    'most must be a finite number above 0',
  );
});
